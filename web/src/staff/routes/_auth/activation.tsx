import { createFileRoute } from '@tanstack/react-router';
import { ActivationPage } from '../../features/sign-in/ActivationPage.tsx';
import { OursOnly } from '../../features/sign-in/OursOnly.tsx';
import { useLinkCode } from '../../features/sign-in/use-link-code.ts';

export const Route = createFileRoute('/_auth/activation')({ component: Activation });

function Activation() {
  const code = useLinkCode();
  const navigate = Route.useNavigate();
  return (
    <OursOnly title="layout.titles.activation">
      <ActivationPage
        key={code}
        code={code}
        onDone={() => navigate({ href: '/login?notice=activated', replace: true })}
      />
    </OursOnly>
  );
}
