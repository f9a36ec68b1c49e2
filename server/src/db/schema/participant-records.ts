import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, edited, id, instant, oneOf, tenant } from './columns.ts';
import { participantReference } from './participants.ts';

/** What staff write down about a participant; goes with them. */
export const participant_notes = pgTable(
  'participant_notes',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    /** Null when its author is not known; a deleted account leaves id and name. */
    account_id: uuid(),
    author: text().notNull().default(''),
    text: text().notNull(),
    edited_at: instant('edited_at'),
    pinned: boolean().notNull().default(false),
    /** The bulk work that wrote it. */
    bulk_job_id: uuid(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('participant_notes_participant_fkey', t).onDelete('cascade'),
    index('participant_notes_participant').on(t.organization_id, t.participant_id, t.created_at, t.id),
    uniqueIndex('participant_notes_pinned_key').on(t.organization_id, t.participant_id).where(sql`pinned`),
    index('participant_notes_bulk_job')
      .on(t.organization_id, t.bulk_job_id)
      .where(sql`bulk_job_id is not null`),
    check('participant_notes_text_check', sql`length(btrim(${t.text})) > 0`),
  ],
);

/** What changed of a participant, and who did it: written by triggers alone, never changed, gone with the participant. */
export const participant_changes = pgTable(
  'participant_changes',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    kind: text().notNull(),
    by: text().notNull(),
    /** The account and the name that it had then. */
    account_id: uuid(),
    actor: text().notNull().default(''),
    bulk_job_id: uuid(),
    /** `{ field, from, to }` of each; of an answer also its question, and of a sensitive one nothing that it said. */
    changes: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('participant_changes_participant_fkey', t).onDelete('cascade'),
    index('participant_changes_participant').on(t.organization_id, t.participant_id, t.created_at, t.id),
    check('participant_changes_by_check', oneOf(t.by, ['staff', 'applicant', 'system'])),
  ],
);

/** Days of their group's sessions on which participants won't come, as they say on their own page. */
export const session_absences = pgTable(
  'session_absences',
  { organization_id: tenant(), participant_id: uuid().notNull(), date: date().notNull(), ...created() },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.participant_id, t.date] }),
    participantReference('session_absences_participant_fkey', t).onDelete('cascade'),
    index('session_absences_date').on(t.organization_id, t.date, t.participant_id),
  ],
);
