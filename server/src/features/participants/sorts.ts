import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { ParticipantSort } from '@vpisnik/contract/rules/participant-filter';
import type { Language } from '@vpisnik/contract/rules/texts';
import { eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { nameKey } from '../../db/name-key.ts';
import { type Order, orderBy } from '../../db/pages.ts';
import { participants } from '../../db/schema.ts';

type Row = { name: string; application_date: string; birth_date: string | null };

/**
 * A part of a list in an order that an index serves. An order that no index has as a whole is several parts, one after
 * the other: who is in which part is told by the row alone, so that a page goes on where the last one ended.
 */
export type Part = {
  where?: SQL;
  /** Goes along the groups in the order of their names, and in each group in `order`. */
  groups?: 'ascending' | 'descending';
  order: Order;
  keyOf: (row: Row) => string | null;
};

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
  keyOf: ({ birth_date }) => birth_date,
});

/** Statuses by what they ask of the staff. */
const statuses: readonly ParticipantStatus[] = ['pending', 'waitlisted', 'approved', 'rejected', 'inactive'];

/** The parts of a list in their order. Rows without an age or without a place in a waiting list come last either way. */
export function partsOf(sort: ParticipantSort, only: readonly ParticipantStatus[] = statuses): Part[] {
  const descending = sort.startsWith('-');
  const groups = descending ? 'descending' : 'ascending';
  switch (sort) {
    case 'application_date':
    case '-application_date':
      return [byDate(descending)];
    case 'name':
    case '-name':
      return [byName(descending)];
    case 'group':
    case '-group':
      return [{ ...byDate(true), groups }];
    case 'age':
    case '-age':
      // the youngest is born last
      return [byBirth(!descending), { ...byDate(true), where: isNull(participants.date_of_birth) }];
    case 'waiting_position':
    case '-waiting_position':
      // Places of several groups tell nothing beside each other. Within a group the time of application is the place;
      // unlike that it stays when others before them leave, so a page leaves out none.
      return [
        ...(only.includes('waitlisted')
          ? [{ ...byDate(descending), groups, where: eq(participants.status, 'waitlisted') } as const]
          : []),
        ...(only.some((status) => status !== 'waitlisted')
          ? [{ ...byDate(true), where: ne(participants.status, 'waitlisted') }]
          : []),
      ];
    case 'status':
    case '-status':
      return (descending ? statuses.toReversed() : statuses)
        .filter((status) => only.includes(status))
        .map((status) => ({ ...byDate(true), where: eq(participants.status, status) }));
  }
}

/** The parts of the same list from its end. */
export const reversed = (parts: readonly Part[]): Part[] =>
  parts.toReversed().map(({ groups, order, ...part }) => ({
    ...part,
    order: { ...order, descending: !order.descending },
    ...(groups && { groups: groups === 'ascending' ? 'descending' : 'ascending' }),
  }));

/** `order by` of a whole list, in which its pages come one after the other. */
export function wholeOrder(sort: ParticipantSort, language: Language): SQL {
  const groupName = sql`(select ${nameKey(sql`g.name`, language)} from groups g
    where g.organization_id = ${participants.organization_id} and g.id = ${participants.group_id})`;
  const terms = partsOf(sort).flatMap(({ where, groups, order }) => {
    const its = (value: SQL) => (where ? sql`case when ${where} then ${value} end` : value);
    const ofGroup = (key: SQL, groupId: SQL) =>
      orderBy({ key: its(key), id: its(groupId), descending: groups === 'descending' });
    return [
      ...(where ? [sql`(${where}) is not true`] : []),
      ...(groups ? [ofGroup(groupName, sql`${participants.group_id}`)] : []),
      orderBy({ ...order, key: its(order.key), id: its(order.id) }),
    ];
  });
  return sql.join(terms, sql`, `);
}
