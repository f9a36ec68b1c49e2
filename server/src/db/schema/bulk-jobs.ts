import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { cause, created, id, instant, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/** Bulk work on participants or payments: who does what to how many. Its rows are worked on in the order of their positions. */
export const bulk_jobs = pgTable(
  'bulk_jobs',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid().notNull(),
    actor: text().notNull(),
    /** Who undoes it. */
    undone_by: uuid(),
    kind: text().notNull(),
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    /** How it was chosen: the filter with what belongs to it, or the number of ids. Of an export that is open, as it was sent. */
    selection: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().notNull(),
    stop_reason: text(),
    total_count: integer().notNull().default(0),
    /** Rows up to this position have their result; while it is undone, those have been looked at again. */
    cursor: integer().notNull().default(0),
    done_count: integer().notNull().default(0),
    undone_count: integer().notNull().default(0),
    mail_count: integer().notNull().default(0),
    /** Rows without a change by reason: while working, and while undoing. */
    skipped: jsonb().$type<Record<string, number>>().notNull().default({}),
    not_undone: jsonb().$type<Record<string, number>>().notNull().default({}),
    ...created(),
    /** Of an export: what is in storage, and what its maker could see when it was made. */
    file: jsonb().$type<{ name: string; rows: number; rank: number; groups: string[] | null }>(),
    /** Until when there may be a file in storage. */
    file_until: instant('file_until'),
    /** When its last rows got their result. */
    worked_at: instant('worked_at').notNull().default(sql`now()`),
    finished_at: instant('finished_at'),
    cause: cause(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('bulk_jobs_account').on(t.organization_id, t.account_id, t.id),
    index('bulk_jobs_open').on(t.worked_at).where(sql`state in ('running', 'undoing')`),
    index('bulk_jobs_created').on(t.created_at),
    index('bulk_jobs_file').on(t.file_until).where(sql`file_until is not null`),
    check('bulk_jobs_state_check', oneOf(t.state, ['running', 'stopped', 'done', 'undoing', 'undone'])),
  ],
);

/** What became of each row of bulk work. An id that names nobody, or nothing, in scope is kept as it was sent. */
export const bulk_job_rows = pgTable(
  'bulk_job_rows',
  {
    organization_id: tenant(),
    job_id: uuid().notNull(),
    position: integer().notNull(),
    participant_id: uuid().notNull(),
    /** Where the work is about payments: which one of the participant's. */
    payment_id: uuid(),
    state: text().notNull().default('waiting'),
    reason: text(),
    /** The participant's or payment's version after the change: another one means that it was changed since. */
    changed_version: integer(),
    /** What an undo needs, and concerns about the row. */
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.job_id, t.position] }),
    foreignKey({
      name: 'bulk_job_rows_job_fkey',
      columns: [t.organization_id, t.job_id],
      foreignColumns: [bulk_jobs.organization_id, bulk_jobs.id],
    }).onDelete('cascade'),
    index('bulk_job_rows_participant').on(t.organization_id, t.participant_id, t.job_id),
    check('bulk_job_rows_state_check', oneOf(t.state, ['waiting', 'done', 'skipped', 'undone'])),
  ],
);
