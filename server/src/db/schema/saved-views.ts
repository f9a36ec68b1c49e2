import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { edited, id, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Views of lists under a name: of one account, or of all administrators where it is null. */
export const saved_views = pgTable(
  'saved_views',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    /** The list that they show. */
    list: text().notNull().default('participants'),
    name: text().notNull(),
    /** As the call of the list takes them; may name deleted rows. */
    filters: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    sort: text().notNull().default('-application_date'),
    /** Null leaves the columns to each account. */
    columns: text().array(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('saved_views_name_key').on(t.organization_id, t.account_id, t.list, t.name).nullsNotDistinct(),
    index('saved_views_account').on(t.account_id),
    check('saved_views_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('saved_views_list_check', oneOf(t.list, ['participants', 'payments'])),
    check('saved_views_filters_check', sql`jsonb_typeof(${t.filters}) = 'object'`),
  ],
);
