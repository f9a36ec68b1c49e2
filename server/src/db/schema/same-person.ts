import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, id, tenant } from './columns.ts';
import { participantReference, participants } from './participants.ts';

/** What a merge changed of the application that stays, by its id: that one may be merged into another one later. */
export type MergeChanges = {
  of: string;
  columns: Record<string, { from: unknown; to: unknown }>;
  answers: { from: unknown[]; to: unknown[] };
  /** What another status ended beside, as it was; absent in merges of release 0.2.0. */
  ended?: Record<string, unknown>;
};

/**
 * Applications that were merged into others. What undoing needs (`merged`, `moved`, `set_aside`, `changes`) is emptied
 * after 30 days; the reference stays, so that it still leads to the application.
 */
export const participant_merges = pgTable(
  'participant_merges',
  {
    organization_id: tenant(),
    id: id(),
    /** The application that stays. */
    participant_id: uuid().notNull(),
    merged_id: uuid().notNull(),
    name: text().notNull(),
    reference: text().notNull(),
    /** The row as it was. */
    merged: jsonb().$type<Record<string, unknown>>(),
    /** Rows of other tables that were moved: table, column, the rest of the key. */
    moved: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    /** Rows that the other application has as well, whole. */
    set_aside: jsonb().$type<Record<string, unknown>[]>().notNull().default([]),
    changes: jsonb().$type<MergeChanges>(),
    account_id: uuid(),
    actor: text().notNull().default(''),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('participant_merges_participant_fkey', t).onDelete('cascade'),
    unique('participant_merges_merged_key').on(t.organization_id, t.merged_id),
    index('participant_merges_participant').on(t.organization_id, t.participant_id, t.created_at, t.id),
    index('participant_merges_reference').on(t.organization_id, t.reference),
    index('participant_merges_created').on(t.created_at).where(sql`merged is not null`),
  ],
);

/** Applications of one person to different groups: those with the same `person_id`. */
export const person_links = pgTable(
  'person_links',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    person_id: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('person_links_participant_fkey', t).onDelete('cascade'),
    unique('person_links_participant_key').on(t.organization_id, t.participant_id),
    index('person_links_person').on(t.organization_id, t.person_id),
  ],
);

/** Applications that look alike and are not the same person's; a row for each direction. */
export const distinct_people = pgTable(
  'distinct_people',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    other_id: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('distinct_people_participant_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'distinct_people_other_fkey',
      columns: [t.organization_id, t.other_id],
      foreignColumns: [participants.organization_id, participants.id],
    }).onDelete('cascade'),
    unique('distinct_people_pair_key').on(t.organization_id, t.participant_id, t.other_id),
    index('distinct_people_other').on(t.organization_id, t.other_id),
    check('distinct_people_check', sql`${t.participant_id} <> ${t.other_id}`),
  ],
);
