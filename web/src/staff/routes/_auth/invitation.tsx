import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../../features/sign-in/links/InvitationPage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';

export const Route = createFileRoute('/_auth/invitation')({ component: Invitation });

function Invitation() {
  const code = useLinkCode();
  const navigate = Route.useNavigate();
  return (
    <InvitationPage
      key={code}
      code={code}
      onDone={() => navigate({ href: '/login?notice=password_set', replace: true })}
    />
  );
}
