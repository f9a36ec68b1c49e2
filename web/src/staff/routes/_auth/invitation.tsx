import { createFileRoute, useLocation } from '@tanstack/react-router';
import { codeOf } from '../../features/sign-in/code-of.ts';
import { InvitationPage } from '../../features/sign-in/InvitationPage.tsx';

export const Route = createFileRoute('/_auth/invitation')({ component: Invitation });

function Invitation() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = Route.useNavigate();
  return (
    <InvitationPage
      key={hash}
      code={codeOf(hash)}
      onDone={() => navigate({ href: '/login?notice=password_set', replace: true })}
    />
  );
}
