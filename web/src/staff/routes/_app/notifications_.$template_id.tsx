import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '../../features/notification-templates/TemplatePage.tsx';

export const Route = createFileRoute('/_app/notifications_/$template_id')({ component: Page });

function Page() {
  const { template_id } = Route.useParams();
  return <TemplatePage key={template_id} id={template_id} />;
}
