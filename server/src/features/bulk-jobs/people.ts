import { type BulkWarning, bulkLimits, type Selection } from '@vpisnik/contract/bulk-jobs';
import { holdsPlace } from '@vpisnik/contract/participants';
import { type SQL, sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import type { Scope } from '../../db/scope.ts';
import { filtersOf, selectMatching } from '../participants/filters.ts';
import type { Job, Kind, Person } from './kind.ts';

/** SQL of chosen participants, see `Subjects.choose`. */
export async function choosePeople(
  scope: Scope,
  selection: Selection,
  order: Kind<unknown>['order'],
): Promise<SQL> {
  const by = order === 'group' ? sql`group_id, application_date, id` : sql`application_date, id`;
  if ('ids' in selection)
    return sql`
      select chosen.id as participant_id, null::uuid as payment_id, p.id is not null as found,
        row_number() over (order by p.id is null, ${order === 'group' ? sql`p.group_id, ` : sql``}p.application_date, chosen.id) as position
      from (select distinct unnest(${sql.param(selection.ids)}::uuid[]) as id) as chosen
      left join participants p on p.organization_id = ${scope.organizationId} and p.id = chosen.id`;
  const matching = selectMatching(
    scope,
    await filtersOf(scope, selection.filter),
    sql`id, group_id, application_date`,
    sql`created_at <= ${selection.as_of}::timestamptz`,
  );
  // one more than a job may have shows that there are too many
  return sql`
    select id as participant_id, null::uuid as payment_id, true as found, row_number() over (order by ${by}) as position
    from (${matching} limit ${bulkLimits.rows + 1 + selection.exclude_ids.length}) as matching
    where not exists (
      select from unnest(${sql.param(selection.exclude_ids)}::uuid[]) as excluded where excluded = matching.id
    )`;
}

const columns =
  sql.raw(`id, group_id, status, language, email is not null as has_email, version, previous_status,
  ${instantColumn('offer_until')} as offer_until,
  ${instantColumn('decided_at')} as decided_at`);

/** People in scope, in the order of the ids. */
export async function selectPeople(scope: Scope, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await scope.tx.execute<Person>(
    sql`select ${columns} from participants where ${theirs(scope, ids)}`,
  );
  return inOrder(ids, rows);
}

/** The same, locked after their groups. */
export async function lockPeople(scope: Scope, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await scope.tx.execute<Person>(
    sql`select ${columns} from participants where ${theirs(scope, ids)} order by id for update`,
  );
  return inOrder(ids, rows);
}

/** The groups that people are in now. */
export async function selectGroupsOf(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await scope.tx.execute<{ group_id: string }>(
    sql`select distinct group_id from participants where ${theirs(scope, ids)}`,
  );
  return rows.map(({ group_id }) => group_id);
}

const theirs = (scope: Scope, ids: readonly string[]) =>
  sql`organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])`;

function inOrder(ids: readonly string[], rows: Person[]): Person[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Warns of an offer of a place that ends with the act. */
export const endingOffer = ({ offer_until }: Pick<Person, 'offer_until'>): BulkWarning[] =>
  offer_until === null ? [] : ['offer_ends'];

/** Whether an application counts as one: a person has at most one that does in a group. */
export const isLiving = (status: Person['status']): boolean => holdsPlace(status) || status === 'waitlisted';

/**
 * Finds who has a living application in a group beside the one that would become living there.
 *
 * @returns a test for each in turn: whether the person is in that group already; else they are from now on
 */
export async function findRivals(
  scope: Scope,
  wishes: readonly { id: string; group_id: string }[],
): Promise<(id: string) => boolean> {
  if (wishes.length === 0) return () => false;
  // addresses are kept in lower case, and only a plain comparison may use the index under row-level security
  const { rows } = await scope.tx.execute<{ id: string; person: string; taken: boolean }>(sql`
    select p.id, wish.group_id || ' ' || p.email || ' ' || app.fold(p.name) as person, exists (
      select from participants other
      where other.organization_id = p.organization_id and other.email = p.email and other.group_id = wish.group_id
        and other.id <> p.id and other.status in ('pending', 'approved', 'waitlisted')
        and app.fold(other.name) = app.fold(p.name)
    ) as taken
    from unnest(
      ${sql.param(wishes.map(({ id }) => id))}::uuid[], ${sql.param(wishes.map(({ group_id }) => group_id))}::uuid[]
    ) as wish (id, group_id)
    join participants p on p.organization_id = ${scope.organizationId} and p.id = wish.id
    where p.email is not null
  `);
  const persons = new Map(rows.map(({ id, person }) => [id, person]));
  const there = new Set(rows.filter(({ taken }) => taken).map(({ person }) => person));
  return (id) => {
    const person = persons.get(id);
    if (person === undefined) return false;
    if (there.has(person)) return true;
    there.add(person);
    return false;
  };
}

/**
 * Groups in which another decision than the job's has given a place since it began. Elsewhere those whom an undo brings
 * back find the place they had, also in an overbooked group. Rows that the job skipped, or that were decided again, are
 * others' decisions.
 *
 * @param own people whom the present batch brings back, some of whom may be back already
 */
export async function groupsTakenSince(
  scope: Scope,
  job: Job,
  own: readonly string[],
  groupIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await scope.tx.execute<{ group_id: string }>(sql`
    select group_id from unnest(${sql.param(groupIds)}::uuid[]) as its (group_id)
    where exists (
      select from participants p
      where p.organization_id = ${scope.organizationId} and p.group_id = its.group_id
        and app.takes_place(p.status, p.offer_until) and p.placed_at > ${job.created_at}
        and not exists (
          select from bulk_job_rows r
          where r.organization_id = p.organization_id and r.job_id = ${job.id} and r.participant_id = p.id
            and (r.state = 'undone' or r.state = 'done' and r.changed_version = p.version)
        )
        and p.id <> all (${sql.param(own)}::uuid[])
    )
  `);
  return new Set(rows.map(({ group_id }) => group_id));
}
