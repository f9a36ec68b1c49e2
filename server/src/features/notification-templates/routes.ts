import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { listTemplates } from './queries.ts';

/** The templates that a group's e-mails may use. */
export const notificationTemplateRoutes: Handlers<typeof contract.notification_templates> = {
  list: ({ scope, query }) => listTemplates(scope, query),
};
