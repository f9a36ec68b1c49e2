import { createFileRoute, useLocation } from '@tanstack/react-router';
import { codeOf } from '../../features/sign-in/code-of.ts';
import { ResetPasswordConfirmPage } from '../../features/sign-in/ResetPasswordConfirmPage.tsx';

export const Route = createFileRoute('/_auth/reset-password/confirm')({
  component: ResetPasswordConfirm,
});

function ResetPasswordConfirm() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = Route.useNavigate();
  return (
    <ResetPasswordConfirmPage
      key={hash}
      code={codeOf(hash)}
      onDone={() => navigate({ href: '/login?notice=password_set', replace: true })}
    />
  );
}
