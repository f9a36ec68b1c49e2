import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Answers already given to applications, so that a repeated request gets the same one; kept 48 hours. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    organization_id: tenant().references(() => organizations.id),
    key: text().notNull(),
    body_hash: text().notNull(),
    response: jsonb().$type<Record<string, unknown>>(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.key] }),
    index('idempotency_keys_created').on(t.created_at),
    check('idempotency_keys_key_check', sql`length(${t.key}) between 8 and 200`),
  ],
);
