import type { contract } from '@vpisnik/contract/contract';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { notification_templates } from '../../db/schema.ts';
import type { Handlers } from '../../http/mount.ts';

const byName = {
  key: sql`${notification_templates.name} collate "sl-x-icu"`,
  id: sql`${notification_templates.id}`,
  descending: false,
};

/** The templates a group's e-mails may use, by name. */
export const notificationTemplateRoutes: Handlers<typeof contract.notification_templates> = {
  async list({ scope, query }) {
    const { id, name, email_type, system, active } = notification_templates;
    const filter = and(
      query.email_type && inArray(email_type, query.email_type),
      query.active === undefined ? undefined : eq(active, query.active),
    );
    const rows = await scope.tx
      .select({ id, name, email_type, system, active })
      .from(notification_templates)
      .where(and(filter, afterCursor(byName, query.last_id)))
      .orderBy(orderBy(byName))
      .limit(query.limit + 1);
    const total = query.with_total ? await scope.tx.$count(notification_templates, filter) : undefined;
    const page = pageOf(rows as TemplateSummary[], query.limit, (row) => row.name);
    return { ...page, ...(total !== undefined && { total }) };
  },
};
