import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import { eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Order } from '../../db/pages.ts';
import { participants } from '../../db/schema.ts';

type Row = { name: string; application_date: string; date_of_birth: string | null };

/**
 * A part of a list in an order that an index serves. An order that no index has as a whole is several parts, one after
 * the other: who is in which part is told by the row alone, so that a page goes on where the last one ended.
 */
export type Part = { where?: SQL; order: Order; keyOf: (row: Row) => string | null };

const id = sql`${participants.id}`;
const byDate = (descending: boolean): Part => ({
  order: { key: sql`${participants.application_date}`, id, descending },
  keyOf: ({ application_date }) => application_date,
});
const byName = (descending: boolean): Part => ({
  order: { key: sql`${participants.name} collate "sl-x-icu"`, id, descending },
  keyOf: ({ name }) => name,
});
const byBirth = (descending: boolean): Part => ({
  where: isNotNull(participants.date_of_birth),
  order: { key: sql`${participants.date_of_birth}`, id, descending },
  keyOf: ({ date_of_birth }) => date_of_birth,
});

/** Statuses by what they ask of the staff. */
const statuses: readonly ParticipantStatus[] = ['pending', 'waitlisted', 'approved', 'rejected', 'inactive'];

/** Sorts by the participants' own columns; that by group goes along the groups. */
export type OwnSort = Exclude<ParticipantSort, 'group' | '-group'>;

/** The parts of a list in their order. Rows without an age or without a place in a waiting list come last either way. */
export function partsOf(sort: OwnSort, only: readonly ParticipantStatus[] = statuses): Part[] {
  const descending = sort.startsWith('-');
  switch (sort) {
    case 'application_date':
    case '-application_date':
      return [byDate(descending)];
    case 'name':
    case '-name':
      return [byName(descending)];
    case 'age':
    case '-age':
      // the youngest is born last
      return [byBirth(!descending), { ...byDate(true), where: isNull(participants.date_of_birth) }];
    case 'waiting_position':
    case '-waiting_position':
      // Within a group the time of application is the place in the waiting list. Unlike the place itself it stays when
      // somebody before them leaves, so nobody is left out between two pages.
      return [
        { ...byDate(descending), where: eq(participants.status, 'waitlisted') },
        { ...byDate(true), where: ne(participants.status, 'waitlisted') },
      ];
    case 'status':
    case '-status':
      return (descending ? statuses.toReversed() : statuses)
        .filter((status) => only.includes(status))
        .map((status) => ({ ...byDate(true), where: eq(participants.status, status) }));
  }
}
