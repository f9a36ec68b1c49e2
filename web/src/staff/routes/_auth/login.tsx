import { createFileRoute } from '@tanstack/react-router';
import { isNotice, LoginPage } from '../../features/sign-in/LoginPage.tsx';
import { useLinkCode } from '../../features/sign-in/use-link-code.ts';

export const Route = createFileRoute('/_auth/login')({
  component: Login,
});

function Login() {
  const { redirect, notice } = Route.useSearch() as { redirect?: unknown; notice?: unknown };
  const deviceCode = useLinkCode();
  return (
    <LoginPage
      deviceCode={deviceCode}
      redirect={typeof redirect === 'string' ? redirect : undefined}
      notice={isNotice(notice) ? notice : undefined}
    />
  );
}
