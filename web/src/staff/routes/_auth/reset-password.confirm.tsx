import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordConfirmPage } from '../../features/sign-in/ResetPasswordConfirmPage.tsx';

export const Route = createFileRoute('/_auth/reset-password/confirm')({
  component: ResetPasswordConfirm,
});

function ResetPasswordConfirm() {
  // behind `#`, so that the code reaches no server log
  const { hash } = Route.useMatch({ select: () => window.location });
  const navigate = Route.useNavigate();
  return (
    <ResetPasswordConfirmPage
      code={new URLSearchParams(hash.slice(1)).get('code') ?? undefined}
      onDone={() => navigate({ href: '/login?notice=password_set', replace: true })}
    />
  );
}
