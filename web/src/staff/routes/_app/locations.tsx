import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/locations')({
  component: () => <ComingPage title="modules.location.locations" />,
});
