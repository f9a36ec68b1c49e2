import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../http/mount.ts';
import type { Services } from '../services.ts';
import { notificationTemplateRoutes } from './notification-templates/routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { userRoutes } from './users/routes.ts';

type All = { [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> };

/** What answers each call of the contract. */
export function handlers(services: Services): All {
  return {
    users: userRoutes(services),
    organizations: organizationRoutes(services),
    notification_templates: notificationTemplateRoutes,
  };
}
