import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/notifications')({
  component: () => <ComingPage title="modules.notification_template.notification_templates" />,
});
