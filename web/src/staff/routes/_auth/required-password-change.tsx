import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { InvitationPage } from '../../features/sign-in/links/InvitationPage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';
import { RequiredPasswordChangePage } from '../../features/sign-in/passwords/RequiredPasswordChangePage.tsx';
import { safeRedirect } from '../../routing/guard.ts';

export const Route = createFileRoute('/_auth/required-password-change')({
  component: RequiredPasswordChange,
});

/** Shows the invitation when the link has its code, else the form for a signed-in user who must change the password. */
function RequiredPasswordChange() {
  const code = useLinkCode();
  const navigate = Route.useNavigate();
  const { redirect } = Route.useSearch() as { redirect?: unknown };
  const { mustChangePassword } = useSession();
  if (code) {
    const goOn = () => navigate({ href: '/login?notice=password_set', replace: true });
    return <InvitationPage key={code} code={code} onDone={goOn} />;
  }
  if (mustChangePassword) return <RequiredPasswordChangePage />;
  const wanted = typeof redirect === 'string' ? redirect : undefined;
  return <GoOn to={safeRedirect(wanted) ?? '/dashboard'} />;
}

function GoOn({ to }: { to: string }) {
  const navigate = Route.useNavigate();
  useEffect(() => {
    void navigate({ href: to, replace: true });
  }, [navigate, to]);
  return null;
}
