import type { Comparison } from '@vpisnik/contract/same-person';
import { and, asc, eq, getColumns, inArray, sql } from 'drizzle-orm';
import { distinct_people, groups, participant_merges, participants, person_links } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { wasMoved } from '../participants/questions.ts';

const {
  search: _,
  answered: __,
  name_words: ___,
  guardian_name: ____,
  guardian_phone: _____,
  date_of_birth: ______,
  ...columns
} = getColumns(participants);

const among = ({ organizationId }: Scope, ids: readonly string[]) =>
  and(eq(participants.organization_id, organizationId), inArray(participants.id, [...ids]));

/** Participants in scope, as they are stored. */
export function selectApplications(scope: Scope, ids: readonly string[]) {
  return scope.tx.select(getColumns(participants)).from(participants).where(among(scope, ids));
}

/** The same, kept from being merged or deleted until the transaction ends. */
export function holdApplications(scope: Scope, ids: readonly string[]) {
  return scope.tx
    .select(getColumns(participants))
    .from(participants)
    .where(among(scope, ids))
    .orderBy(asc(participants.id))
    .for('key share');
}

/** The same, locked in the order of their ids; after their groups. */
export function lockApplications(scope: Scope, ids: readonly string[]) {
  return scope.tx
    .select(getColumns(participants))
    .from(participants)
    .where(among(scope, ids))
    .orderBy(asc(participants.id))
    .for('update');
}

/** Those of these participants who were moved from another group. */
export async function selectMoved({ tx, organizationId }: Scope, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from participants p
    where p.organization_id = ${organizationId} and p.id = any (${sql.param(ids)}::uuid[]) and ${wasMoved}`);
  return new Set(rows.map(({ id }) => id));
}

/** A group's name. */
export async function selectGroupName({ tx, organizationId }: Scope, id: string) {
  const rows = await tx
    .select({ name: groups.name })
    .from(groups)
    .where(and(eq(groups.organization_id, organizationId), eq(groups.id, id)));
  return rows[0]?.name ?? {};
}

/** How much belongs to a participant. */
export async function countRecords({ tx, organizationId }: Scope, id: string): Promise<Comparison['moved']> {
  const count = (table: string) =>
    sql`(select count(*)::integer from ${sql.raw(table)} where organization_id = ${organizationId} and participant_id = ${id})`;
  const { rows } = await tx.execute<Comparison['moved']>(sql`
    select ${count('mails')} as mails, ${count('payments')} as payments, ${count('participant_notes')} as notes,
      ${count('reapplications')} as reapplications`);
  return rows[0] ?? { mails: 0, payments: 0, notes: 0, reapplications: 0 };
}

/** Moves all that refers to a participant to another one; answers what undoing needs. */
export async function moveRecords({ tx }: Scope, from: string, to: string) {
  const { rows } = await tx.execute<{
    its: { moved: Record<string, unknown>[]; set_aside: Record<string, unknown>[] };
  }>(sql`select app.move_records(${from}, ${to}) as its`);
  return rows[0]?.its ?? { moved: [], set_aside: [] };
}

/** Ends what a participant pays by a plan and cancels what is pending: they are merged into an application without a place. */
export async function giveUpPlace({ tx, organizationId }: Scope, id: string): Promise<void> {
  await tx.execute(sql`select app.give_up_place(${organizationId}, ${id}, now())`);
}

/** A participant's row as JSON, without what the database makes by itself. */
export async function selectAsJson(scope: Scope, id: string): Promise<Record<string, unknown>> {
  const { rows } = await scope.tx.execute<{ its: Record<string, unknown> }>(
    sql`select to_jsonb(participants) as its from participants where ${among(scope, [id])}`,
  );
  const known = new Set(Object.keys(columns));
  return Object.fromEntries(Object.entries(rows[0]?.its ?? {}).filter(([name]) => known.has(name)));
}

type Change = Partial<typeof participants.$inferInsert>;

/** Changes a participant; its version rises also without a change, since what belongs to it is another. */
export async function updateApplication(scope: Scope, id: string, change: Change): Promise<void> {
  await scope.tx
    .update(participants)
    .set({ ...change, updated_at: sql`now()` })
    .where(among(scope, [id]));
}

/** Deletes a participant to whom nothing refers any more. */
export async function deleteApplication(scope: Scope, id: string): Promise<void> {
  await scope.tx.delete(participants).where(among(scope, [id]));
}

type Merge = Omit<typeof participant_merges.$inferInsert, 'organization_id' | 'account_id' | 'actor'>;

/** Keeps what undoing a merge needs, and writes the history; answers its id. */
export async function insertMerge({ tx, organizationId, accountId, name }: Scope, merge: Merge) {
  const [row] = await tx
    .insert(participant_merges)
    .values({ ...merge, organization_id: organizationId, account_id: accountId, actor: name })
    .returning({ id: participant_merges.id });
  const id = row?.id ?? '';
  await tx.execute(sql`select app.record_merge(${id})`);
  return id;
}

/** A merge that can be undone, of a participant in scope. */
export async function selectMerge({ tx, organizationId }: Scope, id: string, days: number) {
  const rows = await tx
    .select(getColumns(participant_merges))
    .from(participant_merges)
    .where(
      and(
        eq(participant_merges.organization_id, organizationId),
        eq(participant_merges.id, id),
        sql`${participant_merges.merged} is not null`,
        sql`${participant_merges.created_at} > now() - make_interval(days => ${days})`,
      ),
    );
  return rows[0];
}

/** Brings a merged participant back with all that came from them. */
export async function restore({ tx }: Scope, mergeId: string): Promise<void> {
  await tx.execute(sql`select app.restore_participant(${mergeId})`);
}

/** Makes the applications that either of two is linked with one person's. */
export async function insertLink({ tx, organizationId }: Scope, one: string, other: string): Promise<void> {
  // who links at the same moment waits
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('person links ' || ${organizationId}, 0))`,
  );
  const rows = await tx
    .select({ person_id: person_links.person_id })
    .from(person_links)
    .where(
      and(
        eq(person_links.organization_id, organizationId),
        inArray(person_links.participant_id, [one, other]),
      ),
    );
  const people = rows.map(({ person_id }) => person_id);
  const person_id = people[0] ?? crypto.randomUUID();
  if (people.length > 0)
    await tx
      .update(person_links)
      .set({ person_id })
      .where(and(eq(person_links.organization_id, organizationId), inArray(person_links.person_id, people)));
  await tx
    .insert(person_links)
    .values(
      [one, other].map((participant_id) => ({ organization_id: organizationId, participant_id, person_id })),
    )
    .onConflictDoNothing();
}

/** Separates an application from those that it is linked with. */
export async function deleteLink({ tx, organizationId }: Scope, id: string): Promise<void> {
  await tx
    .delete(person_links)
    .where(and(eq(person_links.organization_id, organizationId), eq(person_links.participant_id, id)));
}

/** Remembers that two applications are not the same person's, or forgets it. */
export async function setDistinct(
  { tx, organizationId }: Scope,
  one: string,
  other: string,
  distinct: boolean,
): Promise<void> {
  const pair = [one, other].sort();
  const rows = [pair, pair.toReversed()].map(([participant_id = '', other_id = '']) => ({
    organization_id: organizationId,
    participant_id,
    other_id,
  }));
  if (distinct) await tx.insert(distinct_people).values(rows).onConflictDoNothing();
  else
    await tx
      .delete(distinct_people)
      .where(
        and(
          eq(distinct_people.organization_id, organizationId),
          inArray(distinct_people.participant_id, pair),
          inArray(distinct_people.other_id, pair),
        ),
      );
}
