import { createFileRoute } from '@tanstack/react-router';
import { ActivationPage } from '../../features/sign-in/links/ActivationPage.tsx';
import { useLinkCode } from '../../features/sign-in/links/use-link-code.ts';
import { OursOnly } from '../../features/sign-in/OursOnly.tsx';

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
