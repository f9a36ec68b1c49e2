import type { contract } from '@vpisnik/contract/contract';
import type { TemplateSummary } from '@vpisnik/contract/notification-templates';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { notification_templates } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { systemTemplateNames } from '../application-mails/system-templates.ts';

const byName = {
  key: sql`${notification_templates.name} collate "sl-x-icu"`,
  id: sql`${notification_templates.id}`,
  descending: false,
};

/** A page of templates by name. Those of the system are called as the reader's language has it. */
export async function listTemplates(
  scope: Scope,
  query: z.output<typeof contract.notification_templates.list.query>,
) {
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
  const { results, last_id } = pageOf(rows as TemplateSummary[], query.limit, (row) => row.name);
  const names = systemTemplateNames[scope.language];
  return {
    results: results.map((row) => (row.system ? { ...row, name: names[row.email_type] } : row)),
    last_id,
    ...(total !== undefined && { total }),
  };
}
