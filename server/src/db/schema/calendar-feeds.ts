import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, created, id, instant, oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { organizations } from './organizations.ts';

/**
 * Secret addresses of calendars, one per person and calendar: only the SHA-256 of a token is kept. `sequence` counts
 * how often what the calendar holds has changed.
 */
export const calendar_feeds = pgTable(
  'calendar_feeds',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    group_id: uuid(),
    language: text().notNull(),
    token_hash: bytea().notNull().unique('calendar_feeds_token_key'),
    sequence: integer().notNull().default(0),
    content_hash: text(),
    changed_at: instant('changed_at').notNull().default(sql`now()`),
    /** When a calendar program last asked, to the hour. */
    fetched_at: instant('fetched_at'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('calendar_feeds_group_fkey', t).onDelete('cascade'),
    unique('calendar_feeds_calendar_key')
      .on(t.organization_id, t.account_id, t.kind, t.group_id)
      .nullsNotDistinct(),
    index('calendar_feeds_account').on(t.account_id),
    index('calendar_feeds_group').on(t.organization_id, t.group_id),
    check('calendar_feeds_kind_check', oneOf(t.kind, ['mine', 'group', 'organization'])),
    check('calendar_feeds_group_check', sql`(${t.kind} = 'group') = (${t.group_id} is not null)`),
    check('calendar_feeds_language_check', oneOf(t.language, ['sl', 'en'])),
  ],
);
