import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Who changed what; insert and select only. */
export const activity_log = pgTable(
  'activity_log',
  {
    organization_id: tenant().references(() => organizations.id),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    account_id: uuid(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: uuid(),
    changes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('activity_log_entity').on(t.organization_id, t.entity, t.entity_id, t.id),
    index('activity_log_account').on(t.organization_id, t.account_id, t.id),
    index('activity_log_action').on(t.organization_id, t.action, t.id),
  ],
);
