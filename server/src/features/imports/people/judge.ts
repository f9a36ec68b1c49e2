/** Decides what becomes of people that were read: who is there already, who repeats, and who finds a place. */
import type { PersonImportBody, PersonOutcome, PersonRow } from '@vpisnik/contract/participant-imports';
import { personImportLimits } from '@vpisnik/contract/participant-imports';
import { holdsPlace } from '@vpisnik/contract/participants';
import { fold } from '@vpisnik/contract/rules/slug';
import type { MadeRow, Presence } from '../../bulk-jobs/making.ts';
import { isLiving } from '../../bulk-jobs/people.ts';
import type { Places } from '../../bulk-jobs/places.ts';
import type { PeopleKnown } from './known.ts';
import type { DayOrders, ReadRow } from './rows.ts';

type Judged = PersonRow & { person: MadeRow | undefined };
type Chosen = Pick<PersonImportBody, 'include' | 'full'>;

/** Whether two rows of a group tell of one person, as the database judges it in `findPresent`. */
const isSame = (a: MadeRow, b: MadeRow) =>
  (a.email !== null && a.email === b.email) ||
  (a.birth_date !== null && b.birth_date !== null
    ? a.birth_date === b.birth_date
    : a.email === null || b.email === null);

/** Whether the database would refuse the second one. */
const isRefused = (a: MadeRow, b: MadeRow) =>
  a.email !== null && a.email === b.email && isLiving(a.status) && isLiving(b.status);

/**
 * Judges each row by those who are in its group already, and by the rows before it.
 *
 * @param present by row, as `findPresent` has it
 */
export function judgePeople(
  rows: readonly ReadRow[],
  present: ReadonlyMap<number, Presence>,
  include: readonly number[],
): Judged[] {
  const ticked = new Set(include);
  const before = new Map<string, MadeRow[]>();
  return rows.map(({ person, ...row }): Judged => {
    if (!person) return { ...row, status: 'error', can_include: false, person };
    const key = `${person.group_id} ${fold(person.name)}`;
    const others = before.get(key) ?? [];
    const there = present.get(person.row);
    const refused = others.find((other) => isRefused(other, person));
    const again = refused ?? others.find((other) => isSame(other, person));
    before.set(key, [...others, person]);
    if (!there && !again) return { ...row, status: 'ready', can_include: false, person };
    const can_include = there !== 'living' && !refused;
    if (can_include && ticked.has(person.row)) {
      const included = { column: null, code: 'included', value: '' };
      const problems = [included, ...row.problems];
      return { ...row, problems, status: 'ready', can_include, person: { ...person, repeats: true } };
    }
    const problem = there
      ? { column: null, code: there === 'living' ? 'already_applied' : 'already_there', value: '' }
      : { column: null, code: 'row_repeats', value: String(again?.row) };
    return { ...row, problems: [problem], status: 'duplicate', can_include, person: undefined };
  });
}

/** Those who are ready in the order of the work: by group, there by date of application. */
export function inOrder(rows: readonly Judged[]): MadeRow[] {
  const ready = rows.flatMap(({ status, person }) => (status === 'ready' && person ? [person] : []));
  // those without a date apply with the import
  const key = ({ group_id, application_date }: MadeRow) => `${group_id} ${application_date ?? '~'}`;
  return ready
    .map((person) => ({ person, key: key(person) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.person.row - b.person.row))
    .map(({ person }) => person);
}

type Telling = {
  rows: readonly Judged[];
  people: readonly MadeRow[];
  chosen: Chosen;
  /** With the groups of the people loaded. */
  places: Places;
  silent: ReadonlySet<string>;
  orders: DayOrders;
  known: PeopleKnown;
};

/** Tells what would become of the rows. */
export function outcomeOf({ rows, people, chosen, places, silent, orders, known }: Telling): PersonOutcome {
  const beyond = new Set<number>();
  for (const { row, group_id, status } of people)
    if (holdsPlace(status) && !places.take(group_id, false)) beyond.add(row);
  const code = chosen.full === 'waitlist' ? 'to_waiting_list' : 'overbooked';
  const told = rows.map(({ person: _, ...row }): PersonRow => {
    if (!beyond.has(row.row)) return row;
    return { ...row, problems: [{ column: null, code, value: '' }, ...row.problems] };
  });
  const count = (status: PersonRow['status']) => rows.filter((row) => row.status === status).length;
  const names = new Map(known.groups.map(({ id, name }) => [id, name]));
  let plain = 0;
  return {
    ready_count: people.length,
    duplicate_count: count('duplicate'),
    error_count: count('error'),
    waitlisted_count: chosen.full === 'waitlist' ? beyond.size : 0,
    mail_count: people.filter(
      ({ email, status, group_id }) => email !== null && isLiving(status) && !silent.has(group_id),
    ).length,
    full_groups: places.full().map((group) => ({ ...group, name: names.get(group.id) ?? {} })),
    day_orders: [...orders].map(([column, order]) => ({ column, order })),
    rows: told.filter(({ status, problems }) => {
      if (status !== 'ready' || problems.length > 0) return true;
      plain += 1;
      return plain <= personImportLimits.named;
    }),
  };
}
