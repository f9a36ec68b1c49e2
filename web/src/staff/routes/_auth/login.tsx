import { createFileRoute } from '@tanstack/react-router';
import { isNotice, LoginPage } from '../../features/sign-in/LoginPage.tsx';

export const Route = createFileRoute('/_auth/login')({
  component: Login,
});

function Login() {
  const { redirect, notice } = Route.useSearch() as { redirect?: unknown; notice?: unknown };
  return (
    <LoginPage
      redirect={typeof redirect === 'string' ? redirect : undefined}
      notice={isNotice(notice) ? notice : undefined}
    />
  );
}
