/** Pure rules: who stands together, who is proposed, and what the contact is. */
import type { FamilyChild, FamilySummary } from '@vpisnik/contract/families';
import type { MemberRow } from './queries.ts';

/** More people than these with one address are no family: it is an address of staff, or of a school class. */
export const MOST_WITH_ADDRESS = 30;

/** The applications by child, the oldest child first; the same name with another birth date is another child. */
export function childrenOf(rows: readonly MemberRow[]): FamilyChild[] {
  const children = [...Map.groupBy(rows, ({ person }) => person).values()].flatMap((named) => {
    const days = [...new Set(named.flatMap(({ birth_date }) => birth_date ?? []))];
    const [known = null] = days;
    return [...Map.groupBy(named, ({ birth_date }) => birth_date ?? known)].map(([birth_date, its]) => ({
      name: its[0]?.name ?? '',
      birth_date,
      applications: its,
    }));
  });
  const age = ({ birth_date }: FamilyChild) => birth_date ?? '9999';
  return children.sort((a, b) => age(a).localeCompare(age(b)) || a.name.localeCompare(b.name, 'sl'));
}

/** The applications of one child, those of `row` among them. */
export function ofSameChild(rows: readonly MemberRow[], row: MemberRow): MemberRow[] {
  const [its] = childrenOf(rows).filter(({ applications }) => applications.some(({ id }) => id === row.id));
  return rows.filter(({ id }) => its?.applications.some((one) => one.id === id));
}

/** What the members say of their contact: the guardian's name and telephone, else the participant's telephone. */
export function contactOf(rows: readonly MemberRow[]): FamilySummary['contact'] {
  const each = (said: (row: MemberRow) => string | null) => [
    ...new Set(rows.flatMap((row) => said(row) ?? [])),
  ];
  return {
    names: each(({ guardian_name }) => guardian_name),
    emails: each(({ email }) => email),
    phones: each(({ guardian_phone, phone }) => guardian_phone ?? phone),
  };
}

/** Two applications whose people staff have separated. */
export type Separation = { participant_id: string; other_id: string };

/**
 * Who probably belongs to the family of `own`, out of all with the same address: other people, and applications of their
 * own that are in a family already. Separations count for the people, so also for what they apply for later.
 */
export function proposedFor(
  own: MemberRow,
  sameAddress: readonly MemberRow[],
  separations: readonly Separation[],
): MemberRow[] {
  if (sameAddress.length > MOST_WITH_ADDRESS) return [];
  const personOf = new Map(sameAddress.map(({ id, person }) => [id, person]));
  const isMine = ({ id, person, family_id }: MemberRow) =>
    id === own.id || person === own.person || (family_id !== null && family_id === own.family_id);
  const mine = new Set(sameAddress.filter(isMine).map(({ person }) => person));
  const apart = new Set(
    separations
      .filter(({ participant_id }) => mine.has(personOf.get(participant_id) ?? ''))
      .map(({ other_id }) => personOf.get(other_id)),
  );
  return sameAddress.filter(
    ({ id, person, family_id }) =>
      id !== own.id &&
      (family_id === null || family_id !== own.family_id) &&
      (mine.has(person) ? family_id !== null : !apart.has(person)),
  );
}
