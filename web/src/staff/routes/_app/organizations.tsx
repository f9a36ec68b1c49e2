import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/organizations')({
  component: () => <ComingPage title="modules.organization.organizations" />,
});
