import type { OfferStanding } from '@vpisnik/contract/offers';
import type { OfferMode } from '@vpisnik/contract/rules/offers';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { groups, organizations, participants } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import { inTurn, waitlisted, waits } from '../participants/filters.ts';

/** A transaction that may offer places of an organisation: of staff, applicants or the worker. */
export type Reader = Pick<Scope, 'tx' | 'organizationId'>;

/** Facts of a group that its offers go by. */
export type OfferingGroup = {
  id: string;
  offer_mode: OfferMode;
  offer_hours: number;
  schedule: Slot[];
  start_date: string | null;
  end_date: string | null;
  archived_at: string | null;
  time_zone: string;
};

/** Throws `not_found` for a group out of scope. */
export async function selectOffering({ tx, organizationId }: Reader, id: string): Promise<OfferingGroup> {
  const { offer_mode, offer_hours, schedule, start_date, end_date, archived_at } = groups;
  const { time_zone } = organizations;
  const [row] = await tx
    .select({
      ...{ id: groups.id, offer_mode, offer_hours, schedule, start_date, end_date, archived_at },
      time_zone,
    })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .where(and(eq(groups.organization_id, organizationId), eq(groups.id, id)));
  return found(row as OfferingGroup | undefined);
}

const inGroup = ({ organizationId }: Reader, groupId: string) =>
  and(eq(participants.organization_id, organizationId), eq(participants.group_id, groupId));

const { id, name, email, application_date, offer_tie } = participants;
const waiting = { id, name, email, application_date, offer_tie };

/** A person in a queue. */
export type Waiting = OfferStanding['in_turn'][number] & { email: string | null };

/** The first in a group's queue whose turn comes by itself; null without anybody. */
export async function selectFirst(reader: Reader, groupId: string): Promise<string | null> {
  const [row] = await reader.tx
    .select({ id })
    .from(participants)
    .where(and(inGroup(reader, groupId), inTurn))
    .orderBy(asc(application_date), asc(id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Those to whom so many free places of a group go now, and who is passed over because there are too few for all who are tied to
 * them; both in the order in which their turn comes.
 */
export async function walkQueue(
  { tx, organizationId }: Reader,
  groupId: string,
  room: number,
): Promise<Pick<OfferStanding, 'in_turn' | 'passed_over'>> {
  const rows = await tx
    .select({ one: { id, name, application_date, offer_tie }, passed_over: sql<boolean>`turn.passed_over` })
    .from(participants)
    .innerJoin(
      sql`app.walk_queue(${organizationId}, ${groupId}, ${room}::integer)
        with ordinality as turn (participant_id, address, passed_over, place)`,
      and(eq(participants.organization_id, organizationId), sql`turn.participant_id = ${id}`),
    )
    .orderBy(sql`turn.place`);
  const people = (passed: boolean) =>
    rows.filter(({ passed_over }) => passed_over === passed).map(({ one }) => one);
  return { in_turn: people(false), passed_over: people(true) };
}

/**
 * Ids of those to whom so many free places of a group go now. Siblings who are tied get theirs together or are passed over.
 *
 * @param onlyHearing passes over whom no mail about an offer would reach
 */
export async function selectInTurn(
  { tx, organizationId }: Reader,
  groupId: string,
  room: number,
  onlyHearing: boolean,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select participant_id as id from app.next_in_turn(${organizationId}, ${groupId}, ${room}, ${onlyHearing})`,
  );
  return rows.map((row) => row.id);
}

/** Those of some people in a group's queue whom a mail about an offer would reach. */
export async function selectHearing(reader: Reader, ids: readonly string[]): Promise<Set<string>> {
  const { organization_id, group_id } = participants;
  const rows = await reader.tx
    .select({ id })
    .from(participants)
    .where(
      and(
        eq(organization_id, reader.organizationId),
        inArray(id, [...ids]),
        sql`app.hears_of_offers(${organization_id}, ${group_id}, ${email})`,
      ),
    );
  return new Set(rows.map((one) => one.id));
}

/** Whose address is the same; a tie does not outlive a change of address. */
const hasAddress = (address: string | null) => sql`lower(${email}) = lower(${address})`;

/** Those in a group's queue without an offer who are tied to someone, with them. */
export async function selectTied(
  reader: Reader,
  groupId: string,
  one: { offer_tie: string; email: string | null },
): Promise<Waiting[]> {
  return await reader.tx
    .select(waiting)
    .from(participants)
    .where(and(inGroup(reader, groupId), waits, eq(offer_tie, one.offer_tie), hasAddress(one.email)))
    .orderBy(asc(application_date), asc(id));
}

/** Those whom a place is offered together with one; siblings whose own offers have passed are not among them. */
export async function selectOffered(
  reader: Reader,
  row: { id: string; group_id: string; email: string | null; offer_tie: string | null },
): Promise<string[]> {
  if (row.offer_tie === null) return [row.id];
  const rows = await reader.tx
    .select({ id })
    .from(participants)
    .where(
      and(
        inGroup(reader, row.group_id),
        ...[eq(offer_tie, row.offer_tie), hasAddress(row.email)],
        gte(participants.offer_until, sql`clock_timestamp()`),
      ),
    )
    .orderBy(asc(id));
  return rows.map((one) => one.id);
}

type Change = Partial<{
  [Column in keyof typeof participants.$inferInsert]: SQL | string | boolean | null | undefined;
}>;

/** Changes people of a locked group. */
export async function change(reader: Reader, ids: readonly string[], values: Change): Promise<void> {
  await reader.tx
    .update(participants)
    .set(values as object)
    .where(and(eq(participants.organization_id, reader.organizationId), inArray(id, [...ids])));
}

/** Ends offers of a locked group whose time is over; those people are not offered any more until they say so. */
export async function lapseDue(reader: Reader, groupId: string): Promise<string[]> {
  // the time ends them, not the person whose call finds that
  const byItself = (value: string) => sql`select set_config('app.by_itself', ${value}, true)`;
  await reader.tx.execute(byItself('true'));
  const rows = await reader.tx
    .update(participants)
    .set({ offer_until: null, offer_paused_at: sql`clock_timestamp()`, offer_reason: '' })
    .where(and(inGroup(reader, groupId), lt(participants.offer_until, sql`clock_timestamp()`)))
    .returning({ id });
  await reader.tx.execute(byItself(''));
  return rows.map((one) => one.id);
}

/** Offers of a locked group whose half is over at an instant and of which people were not reminded. */
export async function selectPastHalf({ tx }: Reader, groupId: string, now: Date) {
  const { rows } = await tx.execute<{ id: string; offered_at: string; offer_until: string }>(
    sql`select id, offered_at, offer_until from app.offers_past_half(${groupId}, ${now.toISOString()})`,
  );
  return rows;
}

/** Ties people of a group's queue who have one address to each other, or unties them. */
export async function tieAddress(
  reader: Reader,
  row: { id: string; group_id: string; email: string | null },
  tied: boolean,
): Promise<void> {
  await reader.tx
    .update(participants)
    .set({ offer_tie: tied ? row.id : null })
    .where(and(inGroup(reader, row.group_id), waits, hasAddress(row.email)));
}

/** Whether an offer still stands by the database's clock, which also ends it. */
export async function stands({ tx }: Reader, until: string): Promise<boolean> {
  const { rows } = await tx.execute<{ stands: boolean }>(
    sql`select clock_timestamp() <= ${until}::timestamptz as stands`,
  );
  return rows[0]?.stands ?? false;
}

/** Places, people and offers of a group. */
export async function countOffers(
  reader: Reader,
  groupId: string,
): Promise<Pick<OfferStanding, 'free' | 'waiting' | 'paused' | 'unheard' | 'offered'>> {
  const { rows } = await reader.tx.execute<{
    places: number | null;
    taken: number;
    waiting: number;
    unheard: number;
  }>(
    sql`select places, taken, waiting, app.count_unheard(${reader.organizationId}, group_id, (places - taken)::integer) as unheard
      from app.group_places(array[${groupId}]::uuid[])`,
  );
  const { places = null, taken = 0, waiting = 0, unheard = 0 } = rows[0] ?? {};
  const [its] = await reader.tx
    .select({
      paused: sql<number>`count(*) filter (where ${participants.offer_paused_at} is not null)::integer`,
      offered: sql<number>`count(${participants.offer_until})::integer`,
    })
    .from(participants)
    .where(and(inGroup(reader, groupId), waitlisted));
  const { paused = 0, offered = 0 } = its ?? {};
  return { free: places === null ? null : Math.max(0, places - taken), waiting, paused, unheard, offered };
}

/** Groups of all organisations in which there is something to do about offers. */
export async function selectGroupsToOffer(tx: Transaction) {
  const { rows } = await tx.execute<{ organization_id: string; group_id: string }>(
    sql`select organization_id, group_id from app.groups_to_offer() order by 1, 2`,
  );
  return rows;
}

/** Whether what freed a place of a locked group last can no longer be taken back. */
export async function isSettled({ tx }: Reader, groupId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ settled: boolean }>(sql`select app.is_settled(${groupId}) as settled`);
  return rows[0]?.settled ?? false;
}
