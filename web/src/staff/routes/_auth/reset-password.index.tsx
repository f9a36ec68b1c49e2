import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../features/sign-in/ResetPasswordPage.tsx';

export const Route = createFileRoute('/_auth/reset-password/')({ component: ResetPassword });

function ResetPassword() {
  const email = useLocation({ select: ({ state }) => state.email });
  return <ResetPasswordPage email={email} />;
}
