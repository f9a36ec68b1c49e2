import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordConfirmPage } from '../../features/sign-in/links/ResetPasswordConfirmPage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';

export const Route = createFileRoute('/_auth/reset-password/confirm')({
  component: ResetPasswordConfirm,
});

function ResetPasswordConfirm() {
  const code = useLinkCode();
  const navigate = Route.useNavigate();
  return (
    <ResetPasswordConfirmPage
      key={code}
      code={code}
      onDone={() => navigate({ href: '/login?notice=password_set', replace: true })}
    />
  );
}
