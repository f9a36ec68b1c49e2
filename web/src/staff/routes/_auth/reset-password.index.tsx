import { createFileRoute, useLocation } from '@tanstack/react-router';
import { OursOnly } from '../../features/sign-in/OursOnly.tsx';
import { ResetPasswordPage } from '../../features/sign-in/passwords/ResetPasswordPage.tsx';

export const Route = createFileRoute('/_auth/reset-password/')({ component: ResetPassword });

function ResetPassword() {
  const email = useLocation({ select: ({ state }) => state.email });
  return (
    <OursOnly title="layout.titles.reset_password">
      <ResetPasswordPage email={email} />
    </OursOnly>
  );
}
