import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { created, edited, id, oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { participantReference, participants } from './participants.ts';

/** People who have one contact, as staff have decided; shown while it has two members, deleted by a trigger without any. */
export const families = pgTable('families', { organization_id: tenant(), id: id(), ...edited() }, (t) => [
  primaryKey({ columns: [t.organization_id, t.id] }),
]);

/** The applications of a family's people. */
export const family_members = pgTable(
  'family_members',
  {
    organization_id: tenant(),
    participant_id: uuid().notNull(),
    family_id: uuid().notNull(),
    /** The participant's group, so that one policy covers both; kept right by a trigger. */
    group_id: uuid().notNull(),
    /** Whether a common address proposed it, or staff searched for the person. */
    joined: text().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.participant_id] }),
    participantReference('family_members_participant_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'family_members_family_fkey',
      columns: [t.organization_id, t.family_id],
      foreignColumns: [families.organization_id, families.id],
    }).onDelete('cascade'),
    groupReference('family_members_group_fkey', t),
    index('family_members_family').on(t.organization_id, t.family_id),
    index('family_members_group').on(t.organization_id, t.group_id),
    check('family_members_joined_check', oneOf(t.joined, ['email', 'hand'])),
  ],
);

/** People with a common address who are no family, as staff have decided; a row for each direction. */
export const family_separations = pgTable(
  'family_separations',
  {
    organization_id: tenant(),
    participant_id: uuid().notNull(),
    other_id: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.participant_id, t.other_id] }),
    participantReference('family_separations_participant_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'family_separations_other_fkey',
      columns: [t.organization_id, t.other_id],
      foreignColumns: [participants.organization_id, participants.id],
    }).onDelete('cascade'),
    index('family_separations_other').on(t.organization_id, t.other_id),
    check('family_separations_check', sql`${t.participant_id} <> ${t.other_id}`),
  ],
);
