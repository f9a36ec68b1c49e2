import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, id, instant, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Archives of all that an organisation has, made in the background; the file is in storage. */
export const organization_archives = pgTable(
  'organization_archives',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** Who asked for it, in whose name it is made, and their name of then. */
    account_id: uuid().notNull(),
    actor: text().notNull(),
    state: text().notNull().default('running'),
    stop_reason: text(),
    /** Rows to write, and those that are written. */
    total_count: integer().notNull().default(0),
    done_count: integer().notNull().default(0),
    /** The file's name and size in bytes, once it is there. */
    name: text(),
    bytes: bigint({ mode: 'number' }),
    /** Until when there may be a file in storage. */
    file_until: instant('file_until'),
    ...created(),
    /** When it last went on. */
    worked_at: instant('worked_at').notNull().default(sql`now()`),
    finished_at: instant('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    // one at a time
    uniqueIndex('organization_archives_running_key').on(t.organization_id).where(sql`state = 'running'`),
    index('organization_archives_open').on(t.worked_at).where(sql`state = 'running'`),
    index('organization_archives_file').on(t.file_until).where(sql`file_until is not null`),
    check('organization_archives_state_check', oneOf(t.state, ['running', 'done', 'failed'])),
    check(
      'organization_archives_done_check',
      sql`${t.state} <> 'done' or num_nonnulls(${t.name}, ${t.bytes}) = 2`,
    ),
  ],
);
