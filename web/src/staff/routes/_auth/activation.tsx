import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ActivationPage } from '../../features/sign-in/ActivationPage.tsx';
import { codeOf } from '../../features/sign-in/code-of.ts';

export const Route = createFileRoute('/_auth/activation')({ component: Activation });

function Activation() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = Route.useNavigate();
  return (
    <ActivationPage
      key={hash}
      code={codeOf(hash)}
      onDone={() => navigate({ href: '/login?notice=activated', replace: true })}
    />
  );
}
