import { createFileRoute } from '@tanstack/react-router';
import { NotificationTemplatesPage } from '../../features/notification-templates/NotificationTemplatesPage.tsx';

export const Route = createFileRoute('/_app/notifications')({ component: NotificationTemplatesPage });
