import type { FeeMove } from '@vpisnik/contract/fee-moves';
import type { MovePrice } from '@vpisnik/contract/rules/fee-plan';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import { instantColumn } from '../../db/instants.ts';
import { selectCredits } from './credits.ts';
import { join, makeDue, todayOf } from './making.ts';
import { makesPayments } from './proposals.ts';
import {
  asPlanned,
  type FeeGroup,
  type Reader,
  type StoredPlan,
  selectGroup,
  selectPlan,
} from './queries.ts';

/** What a move did to each participant's payments, for its undoing. */
export type PriceMoved = { moved_at: string; enrolment: object | null };

/**
 * Settles what participants pay by who were moved to a group in this transaction: the plan of a former group goes on, or the
 * new group's takes its place. Then former plans' pending payments are cancelled as far as the plan made them and they are not
 * late; months that were asked for by a former plan are not asked for twice.
 *
 * @returns by participant, what `restorePrice` needs where the new price was taken
 */
export async function settlePrice(
  reader: Reader,
  ids: readonly string[],
  groupId: string,
  price: MovePrice,
): Promise<Map<string, PriceMoved>> {
  const before = await selectBefore(reader, ids);
  if (price === 'keep') await keepFormer(reader, ids, groupId);
  else await takeNew(reader, ids, groupId);
  return before;
}

async function selectBefore({ tx, organizationId }: Reader, ids: readonly string[]) {
  const { rows } = await tx.execute<{ id: string } & PriceMoved>(sql`
    select p.id, ${sql.raw(instantColumn('now()'))} as moved_at, to_jsonb(e) as enrolment
    from participants p
    left join fee_enrolments e on e.organization_id = p.organization_id and e.participant_id = p.id
    where p.organization_id = ${organizationId} and p.id = any (${sql.param(ids)}::uuid[])
  `);
  return new Map(rows.map(({ id, ...its }) => [id, its]));
}

/** Notes who pays by the plan of another group than the one they are in by now. */
export async function keepFormer({ tx, organizationId }: Reader, ids: readonly string[], groupId: string) {
  await tx.execute(sql`
    update fee_enrolments set kept = group_id <> ${groupId}
    where organization_id = ${organizationId} and participant_id = any (${sql.param(ids)}::uuid[]) and left_at is null
  `);
}

async function takeNew(reader: Reader, ids: readonly string[], groupId: string): Promise<void> {
  const [group, plan] = [await selectGroup(reader, groupId), await selectPlan(reader, groupId)];
  const today = todayOf(group);
  await cancelFormer(reader, ids, group, plan, today);
  const paying = makesPayments(plan, false) ? await selectPaying(reader, ids, plan) : [];
  const joined = await join(reader, { group, plan }, paying, { automatic: false });
  if (joined) await makeDue(reader, [joined]);
  await reader.tx.execute(sql`
    update fee_enrolments set left_at = now(), next_on = null
    where organization_id = ${reader.organizationId} and participant_id = any (${sql.param(ids)}::uuid[])
      and group_id <> ${groupId} and left_at is null
  `);
}

/** Those who have a place, and those who only applied where payments are made then. */
async function selectPaying({ tx, organizationId }: Reader, ids: readonly string[], plan: StoredPlan) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from participants
    where organization_id = ${organizationId} and id = any (${sql.param(ids)}::uuid[])
      and (status = 'approved' or status = 'pending' and ${plan.made_on === 'application'})
    order by id
  `);
  return rows.map(({ id }) => id);
}

/** Cancels as leaving does, so that coming back to the former group's plan asks for it anew. */
async function cancelFormer(
  { tx, organizationId }: Reader,
  ids: readonly string[],
  { currency }: FeeGroup,
  plan: StoredPlan,
  today: string,
): Promise<void> {
  await tx.execute(sql`
    update payments y set status = 'cancelled', left_at = now(), status_reason = case o.default_language
      when 'sl' then 'Načrt plačil ga ne predvideva več' else 'The fee plan no longer asks for it' end
    from organizations o
    where o.id = y.organization_id and y.organization_id = ${organizationId}
      and y.participant_id = any (${sql.param(ids)}::uuid[])
      and y.fee_plan_id is not null and y.fee_plan_id is distinct from ${plan.id}
      and coalesce(y.expiration_date >= ${today}, true) and ${asPlanned(currency)}
  `);
}

type Settled = { makes: number; made: string; cancels: number; cancelled: string; later: boolean } & {
  credits: Record<string, string>;
};

/**
 * What taking the new group's price has made and cancelled for these people in this transaction, for a dry run to tell before
 * it is taken back; null where no plan is concerned.
 */
export async function selectSettled(
  reader: Reader,
  ids: readonly string[],
  groupId: string,
  before: ReadonlyMap<string, PriceMoved>,
): Promise<FeeMove | null> {
  const { tx, organizationId } = reader;
  const [group, plan] = [await selectGroup(reader, groupId), await selectPlan(reader, groupId)];
  const { currency } = group;
  const { rows } = await tx.execute<Settled>(sql`
    select (count(*) filter (where made))::integer as makes,
      coalesce(sum(amount) filter (where made), 0.00)::text as made,
      (count(*) filter (where cancelled))::integer as cancels,
      coalesce(sum(amount) filter (where cancelled), 0.00)::text as cancelled,
      exists (
        select from fee_enrolments e
        where e.organization_id = ${organizationId} and e.participant_id = any (${sql.param(ids)}::uuid[])
          and e.group_id = ${groupId} and e.left_at is null and e.next_on is not null
      ) as later, (
        select coalesce(jsonb_object_agg(e.participant_id, e.credit::text), '{}') from fee_enrolments e
        where e.organization_id = ${organizationId} and e.participant_id = any (${sql.param(ids)}::uuid[])
          and e.group_id = ${groupId} and e.left_at is null
      ) as credits
    from (
      select amount, status = 'pending' as made, status = 'cancelled' and left_at = now() as cancelled from payments
      where organization_id = ${organizationId} and participant_id = any (${sql.param(ids)}::uuid[])
        and updated_at = now() and fee_plan_id is not null
    ) as touched
  `);
  const { makes = 0, made = '0.00', cancels = 0, cancelled = '0.00', later = false } = rows[0] ?? {};
  const keeps = keptOf(before, groupId);
  if (keeps + makes + cancels === 0 && !later) return null;
  const all = await selectCredits(reader, group, plan, ids, todayOf(group));
  // all of it is left where the new group asks for nothing
  const left = [...all].reduce((sum, [id, credit]) => {
    const its = rows[0]?.credits[id];
    return sum + (its === undefined ? credit : centsOf(its));
  }, 0n);
  const total = [...all.values()].reduce((sum, credit) => sum + credit, 0n);
  return {
    currency,
    keeps,
    makes: { count: makes, total: made },
    later,
    cancels: { count: cancels, total: cancelled },
    credit: total > 0n ? { total: wireOf(total), left: wireOf(left) } : null,
  };
}

/** How many of them pay by another group's plan. */
function keptOf(before: ReadonlyMap<string, PriceMoved>, groupId: string): number {
  return [...before.values()].filter(({ enrolment }) => {
    const its = enrolment as { group_id: string; left_at: string | null } | null;
    return its !== null && its.left_at === null && its.group_id !== groupId;
  }).length;
}

/** The same where many move, who are not counted: whether a plan is concerned at all. */
export async function selectConcerned(
  reader: Reader,
  ids: readonly string[],
  groupId: string,
): Promise<FeeMove | null> {
  const { currency } = await selectGroup(reader, groupId);
  const keeps = keptOf(await selectBefore(reader, ids), groupId);
  const makes = makesPayments(await selectPlan(reader, groupId), false);
  return keeps > 0 || makes
    ? { currency, keeps, makes: null, later: makes, cancels: null, credit: null }
    : null;
}

/**
 * Participants whose move to the group that they are in can't be undone with its price: payments of its plan were paid, changed or
 * made since, which stay, so that the former price would be asked beside them.
 */
export async function selectPaidSince(
  { tx, organizationId }: Reader,
  moved: ReadonlyMap<string, PriceMoved>,
): Promise<Set<string>> {
  const rows = [...moved].map(([participant_id, { moved_at }]) => ({ participant_id, moved_at }));
  if (rows.length === 0) return new Set();
  const { rows: paid } = await tx.execute<{ id: string }>(sql`
    select p.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as its (participant_id uuid, moved_at timestamptz)
    join participants p on p.organization_id = ${organizationId} and p.id = its.participant_id
    where exists (
      select from payments y
      join fee_plans f on f.organization_id = y.organization_id and f.id = y.fee_plan_id and f.group_id = p.group_id
      where y.organization_id = p.organization_id and y.participant_id = p.id and y.updated_at > its.moved_at
        and y.status in ('pending', 'expired', 'failed', 'completed')
    )
  `);
  return new Set(paid.map(({ id }) => id));
}

/**
 * Takes back what taking the new group's price did to participants who are back in their former group: deletes what it made
 * and nobody has touched since, cancels anew what it brought back, brings back what it cancelled, and the enrolment as it was.
 */
export async function restorePrice(
  { tx, organizationId }: Reader,
  moved: ReadonlyMap<string, PriceMoved>,
): Promise<void> {
  const rows = [...moved].map(([participant_id, its]) => ({ participant_id, ...its }));
  if (rows.length === 0) return;
  const its = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as its (
    participant_id uuid, moved_at timestamptz, enrolment jsonb
  )`;
  const theirs = sql`y.organization_id = ${organizationId} and y.participant_id = its.participant_id
    and y.fee_plan_id is not null`;
  const untouched = sql`${theirs} and y.status = 'pending' and y.updated_at = its.moved_at`;
  await tx.execute(
    sql`delete from payments y using ${its} where ${untouched} and y.created_at = its.moved_at`,
  );
  await tx.execute(sql`
    update payments y set status = 'cancelled', left_at = now(), status_reason = case o.default_language
      when 'sl' then 'Premik je razveljavljen' else 'The move was undone' end
    from ${its}, organizations o where ${untouched} and o.id = y.organization_id
  `);
  await tx.execute(sql`
    update payments y set status = 'pending', status_reason = '' from ${its}
    where ${theirs} and y.status = 'cancelled' and y.left_at = its.moved_at
  `);
  await tx.execute(sql`
    update fee_enrolments e set group_id = b.group_id, joined_on = b.joined_on, at_once = b.at_once, kept = b.kept,
      decided_at = b.decided_at, left_at = b.left_at, made_until = b.made_until, next_on = b.next_on,
      credit = coalesce(b.credit, 0), created_at = b.created_at
    from ${its} cross join jsonb_populate_record(null::fee_enrolments, its.enrolment) as b
    where e.organization_id = ${organizationId} and e.participant_id = its.participant_id and its.enrolment <> 'null'
  `);
  await tx.execute(sql`
    update fee_enrolments e set left_at = now(), next_on = null from ${its}
    where e.organization_id = ${organizationId} and e.participant_id = its.participant_id
      and coalesce(its.enrolment, 'null') = 'null' and e.left_at is null
  `);
}
