import { addDays } from '@vpisnik/contract/rules/dates';
import { type FamilyEnrolment, familyPositions } from '@vpisnik/contract/rules/fee-discounts';
import { addMonths, type FeePlan, feeTotal } from '@vpisnik/contract/rules/fee-plan';
import {
  emptyPlan,
  readPlan,
  readRules,
  type WrittenPlan,
  writeLine,
} from '@vpisnik/contract/rules/fee-wire';
import { type FeeLine, feeLines } from '@vpisnik/contract/rules/fees';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import { withoutPaid } from './credits.ts';
import { type FeeGroup, isPaying, type Reader, type StoredPlan, selectRules } from './queries.ts';
import { seasonOf } from './season.ts';

/** A person who joins a group, or has. */
export type Joining = { participant_id: string | null; joined_on: string; at_once: boolean };

/** What discounts ask about a participant. */
type PayerFacts = {
  participant_id: string;
  person: string;
  member: boolean;
  family: { person: string; joined_on: string; weekly: number; plan: Partial<WrittenPlan> | null }[];
};

/**
 * All that a plan asks of people who join its group, by their place among those given. A plan without an end is counted to
 * the month after the one whose payment is made on `today`, or to its own first ones.
 *
 * @param approved participants who count as approved on `today` where their families are counted
 */
export async function linesFor(
  reader: Reader,
  group: FeeGroup,
  written: WrittenPlan & { days_ahead: number },
  joining: readonly Joining[],
  today: string,
  approved: readonly string[] = [],
): Promise<FeeLine[][]> {
  const ids = joining.flatMap(({ participant_id }) => participant_id ?? []);
  return linesBy(reader, group, written, joining, today, await selectFacts(reader, ids, today, approved));
}

/** What the lines of some people go by in all groups: the organisation's rules, and the people's discounts. */
export async function selectFacts(
  reader: Reader,
  ids: readonly string[],
  today: string,
  approved: readonly string[] = [],
) {
  const rules = await selectRules(reader);
  const asks = rules.family !== null || rules.family_sessions.length > 0 || rules.member !== null;
  const payers = asks ? await selectPayers(reader, ids, approved, today) : new Map<string, PayerFacts>();
  return { rules, payers };
}

/** The same as `linesFor`, by facts that were selected for people of several groups at once. */
export async function linesBy(
  reader: Reader,
  group: FeeGroup,
  written: WrittenPlan & { days_ahead: number },
  joining: readonly Joining[],
  today: string,
  { rules, payers }: Awaited<ReturnType<typeof selectFacts>>,
): Promise<FeeLine[][]> {
  const plan = readPlan(written);
  const joined = joining.map(({ joined_on }) => joined_on);
  const season = await seasonOf(reader, group, plan, joined);
  return joining.map(({ participant_id, joined_on, at_once }) => {
    const facts = payers.get(participant_id ?? '');
    const [latest = ''] = [joined_on, today, written.first_month ?? ''].toSorted().reverse();
    const last = addMonths(latest.slice(0, 7), 3);
    const payer = { joined_on, left_on: null, at_once, ...familyFacts(facts, plan, joined_on) };
    return feeLines(plan, readRules(rules), season, payer, last);
  });
}

/** A participant's place in the family; their own group counts by the plan that is looked at. */
function familyFacts(facts: PayerFacts | undefined, plan: FeePlan, joined_on: string) {
  if (!facts) return { family_position: 1, family_sessions: 0, member: false };
  const enrolments: FamilyEnrolment[] = facts.family.flatMap((one) =>
    one.plan ? [{ ...one, plan: readPlan({ ...emptyPlan, ...one.plan }) }] : [],
  );
  const own = { person: facts.person, plan, joined_on };
  return {
    member: facts.member,
    family_position: familyPositions([...enrolments, own]).get(facts.person) ?? 1,
    family_sessions: facts.family.reduce((sum, { weekly }) => sum + weekly, 0),
  };
}

async function selectPayers(
  { tx, organizationId }: Reader,
  ids: readonly string[],
  approved: readonly string[],
  today: string,
) {
  if (ids.length === 0) return new Map<string, PayerFacts>();
  const { rows } = await tx.execute<PayerFacts>(
    sql`select * from app.fee_payers(
      ${organizationId}, ${sql.param(ids)}::uuid[], ${sql.param(approved)}::uuid[], ${today}::date
    )`,
  );
  return new Map(rows.map((row) => [row.participant_id, row]));
}

/** What `selectFacts` and `selectWithFormer` say of people. */
type KnownFacts = { facts: Awaited<ReturnType<typeof selectFacts>>; former: ReadonlySet<string> };

/**
 * What giving a place, or the hand of staff, would ask by a group's plan of participants who do not pay by it yet, without
 * the payments that they have already; empty where it would make none.
 *
 * @param automatic by a decision, as in `enrol`
 * @param known what was selected for people of several groups at once; without it they count as approved where their families
 *   are counted
 */
export async function linesOfJoining(
  reader: Reader,
  group: FeeGroup,
  plan: StoredPlan,
  ids: readonly string[],
  today: string,
  { automatic, at_once, known: facts }: { automatic: boolean; at_once: boolean; known?: KnownFacts },
): Promise<{ id: string; lines: FeeLine[] }[]> {
  if (!makesPayments(plan, automatic)) return [];
  const known = new Map((await selectKnown(reader, group, plan.id, ids)).map((row) => [row.id, row]));
  const joining = ids
    .filter((id) => !known.get(id)?.enrolled)
    .map((id) => ({ participant_id: id, joined_on: known.get(id)?.joined_on ?? today, at_once }));
  const all = await (facts
    ? linesBy(reader, group, plan, joining, today, facts.facts)
    : linesFor(reader, group, plan, joining, today, ids));
  const owing = await withoutPaid(reader, group, plan, joining, all, facts);
  return joining.map(({ participant_id }, at) => {
    const { periods = [], rests = [] } = known.get(participant_id) ?? {};
    const { lines: owed = [], isAsked } = owing[at] ?? {};
    const lines = owed
      .filter((line) => !isAsked?.(line))
      .flatMap((line) => [
        ...(periods.includes(line.period) ? [] : [line]),
        ...rests.filter(({ period }) => period === line.period).map(({ amount }) => restOf(line, amount)),
      ]);
    return { id: participant_id, lines };
  });
}

/** What was left of a payment that was paid in part comes back with who left, due as the plan says now. */
function restOf(line: FeeLine, wire: string): FeeLine {
  const amount = line.amount > 0n ? centsOf(wire) : 0n;
  return { ...line, gross: amount, discounts: [], amount };
}

/** Whether a plan makes payments: by a decision, or by hand. */
export const makesPayments = (plan: StoredPlan, automatic: boolean): boolean =>
  plan.id !== null && plan.rhythm !== 'none' && !(automatic && plan.made_on === 'by_hand');

type Known = {
  id: string;
  enrolled: boolean;
  /** Since when they pay by it, of whom it asks something else by now. */
  joined_on: string | null;
  periods: string[];
  rests: { period: string; amount: string }[];
};

/** Whether participants pay by a group's plan, the periods of it whose payments would not be made again, and rests that come back. */
async function selectKnown(
  { tx, organizationId }: Reader,
  { id: groupId, currency }: FeeGroup,
  planId: string | null,
  ids: readonly string[],
) {
  const { rows } = await tx.execute<Known>(sql`
    select p.id, coalesce(${isPaying}, false) as enrolled, e.joined_on::text, array(
      select y.period from payments y
      where y.organization_id = p.organization_id and y.participant_id = p.id and y.fee_plan_id = ${planId}
        and y.split_from is null and not (y.status = 'cancelled' and y.left_at is not null)
    ) as periods, coalesce((
      select jsonb_agg(jsonb_build_object('period', y.period, 'amount', y.amount::text) order by y.amount)
      from payments y
      where y.organization_id = p.organization_id and y.participant_id = p.id and y.fee_plan_id = ${planId}
        and y.split_from is not null and y.currency = ${currency} and y.status = 'cancelled' and y.left_at is not null
    ), '[]') as rests
    from participants p
    left join fee_enrolments e on e.organization_id = p.organization_id and e.participant_id = p.id
      and e.group_id = ${groupId} and e.left_at is null
    where p.organization_id = ${organizationId} and p.id = any (${sql.param(ids)}::uuid[])
  `);
  return rows;
}

/** Tells whether a line becomes a payment on a day: monthly ones some days before they are due, all others at once. */
export function dueOn(
  today: string,
  plan: { rhythm: string; days_ahead: number },
): (line: FeeLine) => boolean {
  const until = addDays(today, plan.days_ahead);
  return ({ period, due_date }) => {
    const isMonth = plan.rhythm === 'monthly' && period !== 'all' && period !== 'joining';
    return !isMonth || due_date <= until;
  };
}

/** Lines as they are shown, with those that become payments at once; nothing of them is written. */
export function proposalOf(
  lines: readonly FeeLine[],
  plan: { rhythm: string; days_ahead: number },
  currency: string,
  today: string,
) {
  const isDue = dueOn(today, plan);
  const due = lines.filter((line) => line.amount > 0n && isDue(line));
  return {
    currency,
    lines: lines.map((line) => ({ ...writeLine(line), now: due.includes(line) })),
    total: wireOf(feeTotal(lines)),
    now_count: due.length,
    now_total: wireOf(feeTotal(due)),
  };
}
