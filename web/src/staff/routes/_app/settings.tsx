import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/settings')({
  component: () => <ComingPage title="modules.settings.settings" />,
});
