import { type FormerPlan, type PaidBefore, paidFrom, takeOff } from '@vpisnik/contract/rules/fee-credit';
import { dayInMonth } from '@vpisnik/contract/rules/fee-plan';
import type { FeeLine } from '@vpisnik/contract/rules/fees';
import { centsOf } from '@vpisnik/contract/rules/money';
import type { PaymentStatus } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import { asPlanned, type FeeGroup, type Reader, type StoredPlan } from './queries.ts';

/** A participant who pays by a plan since a day, or would. */
type Paying = { participant_id: string; joined_on: string };

type Row = {
  id: string;
  participant_id: string;
  plan: string;
  period: string;
  amount: string;
  status: PaymentStatus;
  due_date: string | null;
  made_on: string;
  left_on: string | null;
  start_date: string | null;
  end_date: string | null;
  months: [string, string] | null;
  /** Pending and to come, as the plan made it. */
  is_open: boolean;
  is_rest: boolean;
  is_split: boolean;
  paid_before: string;
};

const isMonth = (period: string) => /^\d{4}-/.test(period);

/**
 * Lines of a plan without what people have paid by others for the same time, counted from the payments themselves: nothing
 * of it is remembered, so nothing of it is lost by leaving, by another price or by the way on which a participant came. What
 * is owed for good counts as paid, since it will be; what a former plan made, is pending and not late is left out, for a move
 * cancels it or `listChanges` offers to. What this plan asked for under another rhythm counts as a former plan's.
 *
 * @param all the lines of each of these people
 * @param open payments that are looked at as if they weren't there
 * @param former who of them has anything by another plan, where that is known (`selectWithFormer`); nothing is asked about others
 */
export async function withoutPaid<T extends Paying>(
  reader: Reader,
  group: FeeGroup,
  plan: StoredPlan,
  people: readonly T[],
  all: readonly (readonly FeeLine[])[],
  { open = new Set(), former }: { open?: ReadonlySet<string>; former?: ReadonlySet<string> } = {},
) {
  const asking = former ? people.filter(({ participant_id }) => former.has(participant_id)) : people;
  const paidRows = asking.length > 0 ? await selectPaid(reader, group, asking) : [];
  const rows = Map.groupBy(paidRows, (row) => row.participant_id);
  const months =
    asking.length > 0 ? await selectAsked(reader, group, plan, asking) : new Map<string, string[]>();
  return people.map((one, at) => {
    const lines = all[at] ?? [];
    const asked = months.get(one.participant_id) ?? [];
    // months follow those that were paid elsewhere, so there is nothing to join anew
    const isAsked = ({ period }: FeeLine) =>
      asked.includes(period) || (period === 'joining' && plan.rhythm === 'monthly' && asked.length > 0);
    const paid = paidBefore(rows.get(one.participant_id) ?? [], plan, lines, open);
    return { ...takeOff(lines, paid, one.joined_on, isAsked), isAsked, taken: paid.taken };
  });
}

/** What people have paid in advance by other plans than a group's, in cents, for the time from a day on. */
export async function selectCredits(
  reader: Reader,
  group: FeeGroup,
  plan: StoredPlan,
  ids: readonly string[],
  joined_on: string,
): Promise<Map<string, bigint>> {
  const people = ids.map((participant_id) => ({ participant_id, joined_on }));
  const rows = Map.groupBy(await selectPaid(reader, group, people), (row) => row.participant_id);
  return new Map(
    [...rows].map(([id, its]) => {
      const others = its.filter((row) => row.plan !== plan.id);
      return [id, paidFrom(paidBefore(others, plan, [], new Set()), joined_on, plan.rhythm === 'monthly')];
    }),
  );
}

function paidBefore(
  rows: readonly Row[],
  plan: StoredPlan,
  lines: readonly FeeLine[],
  open: ReadonlySet<string>,
): PaidBefore {
  const periods = new Set(lines.map(({ period }) => period));
  const inMonths = plan.rhythm === 'monthly' && (lines.length === 0 || [...periods].some(isMonth));
  const isOwn = ({ plan: id, period }: Row) =>
    id === plan.id && (periods.has(period) || (inMonths && isMonth(period)));
  const isHeld = (row: Row) =>
    row.status !== 'cancelled' && row.status !== 'refunded' && !row.is_open && !isOwn(row);
  const taken = new Map<string, bigint>();
  for (const row of rows) {
    // what was cancelled by leaving is asked for anew
    const isThere = row.status !== 'cancelled' || row.left_on === null || row.is_split;
    if (isOwn(row) && !row.is_rest && isThere && !open.has(row.id))
      taken.set(row.period, centsOf(row.paid_before));
  }
  const counted = rows.filter(({ status, left_on }) => status !== 'cancelled' || left_on !== null);
  const months = counted
    .filter((row) => isMonth(row.period) && isHeld(row))
    .map(({ period, amount }) => ({ month: period, amount: centsOf(amount) }));
  // a season of months that was paid at once is asked for month by month
  const wholes = counted.filter(
    ({ period, months: its }) => !isMonth(period) && !(inMonths && period === 'all' && its),
  );
  const plans = [...Map.groupBy(wholes, (row) => `${row.plan} ${row.period === 'all'}`).values()];
  return { plans: plans.map((its) => formerPlan(its, isHeld)), months, taken };
}

function formerPlan(rows: readonly Row[], isHeld: (row: Row) => boolean): FormerPlan {
  const [one] = rows as [Row];
  const months = one.period === 'all' ? one.months : null;
  const start = months ? dayInMonth(months[0], 1) : one.start_date;
  const [first = ''] = rows.map(({ made_on }) => made_on).toSorted();
  const [left = null] = rows.flatMap(({ left_on }) => left_on ?? []).toSorted();
  return {
    payments: rows.map((row) => ({
      amount: centsOf(row.amount),
      held: isHeld(row),
      due_date: row.due_date,
    })),
    from: start !== null && start > first ? start : first,
    to: months ? dayInMonth(months[1], 31) : one.end_date,
    left,
  };
}

/** What `selectWithFormer` asks about a participant who pays by a plan: under another rhythm its own payments are of a former one. */
export const askedOf = (
  { participant_id, at_once }: { participant_id: string; at_once: boolean },
  plan: StoredPlan,
) => ({ participant_id, plan_id: plan.rhythm === 'monthly' && !at_once ? plan.id : null });

/**
 * Who of these people may have something to be taken off. All others, nearly everybody, have nothing but months of the plan
 * by which they go on.
 *
 * @param people with the monthly plan by which they pay; null under any other rhythm
 */
export async function selectWithFormer(
  { tx, organizationId }: Reader,
  people: readonly { participant_id: string; plan_id: string | null }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    select distinct y.participant_id
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as its (participant_id uuid, plan_id uuid)
    join payments y on y.organization_id = ${organizationId} and y.participant_id = its.participant_id
    where y.period <> '' and (
      y.fee_plan_id is distinct from its.plan_id or y.period !~ '^([0-9]{4}-[0-9]{2}|joining)$'
      or y.discounts @> '[{"reason": "paid_before"}]'
    )
  `);
  return new Set(rows.map(({ participant_id }) => participant_id));
}

/** All payments that plans have made of people, but joining fees; what staff cancelled counts for its own plan only. */
async function selectPaid(
  { tx, organizationId }: Reader,
  { currency, time_zone }: FeeGroup,
  people: readonly Paying[],
): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    select y.id, y.participant_id, coalesce(y.fee_plan_id::text, '') as plan, split_part(y.period, '+', 1) as period, y.amount::text, y.status,
      y.expiration_date::text as due_date, (y.created_at at time zone ${time_zone})::date::text as made_on,
      case when y.status = 'cancelled' then (y.left_at at time zone ${time_zone})::date::text end as left_on,
      g.start_date::text, g.end_date::text,
      case when f.rhythm = 'monthly' and f.last_month is not null then
        jsonb_build_array(coalesce(f.first_month, to_char(y.expiration_date, 'YYYY-MM')), f.last_month) end as months,
      coalesce(y.expiration_date >= its.joined_on and ${asPlanned(currency)}, false) as is_open,
      y.split_from is not null as is_rest, app.is_split(y) as is_split, (
        select coalesce(sum((off ->> 'amount')::numeric), 0.00)::text
        from jsonb_array_elements(y.discounts) as off where off ->> 'reason' = 'paid_before'
      ) as paid_before
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as its (participant_id uuid, joined_on date)
    join payments y on y.organization_id = ${organizationId} and y.participant_id = its.participant_id
    -- a group that was deleted takes its plan along, not what was paid by it
    left join fee_plans f on f.organization_id = y.organization_id and f.id = y.fee_plan_id
    left join groups g on g.organization_id = f.organization_id and g.id = f.group_id
    where y.period <> '' and y.period not like 'joining%' and y.currency = ${currency}
    order by y.participant_id, y.id
  `);
  return rows;
}

/**
 * The months, and a joining fee, that people have paid by a former plan or owe by it for good: what is late, failed or was changed
 * by hand. One payment for a whole season asks for all its months, also this plan's.
 */
async function selectAsked(
  { tx, organizationId }: Reader,
  { currency }: FeeGroup,
  { id }: StoredPlan,
  people: readonly Paying[],
): Promise<Map<string, string[]>> {
  const { rows } = await tx.execute<{ participant_id: string; asked: string[] }>(sql`
    select y.participant_id, array_agg(distinct one.period) as asked
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as its (participant_id uuid, joined_on date)
    join payments y on y.organization_id = ${organizationId} and y.participant_id = its.participant_id
    left join fee_plans f on f.organization_id = y.organization_id and f.id = y.fee_plan_id
    cross join lateral (
      select left(y.period, 7) as period where y.period ~ '^([0-9]{4}-[0-9]{2}|joining)'
      union all
      select to_char(month, 'YYYY-MM')
      from generate_series(
        (coalesce(f.first_month, to_char(y.expiration_date, 'YYYY-MM')) || '-01')::timestamp,
        (f.last_month || '-01')::timestamp, interval '1 month'
      ) as month
      where split_part(y.period, '+', 1) = 'all' and f.rhythm = 'monthly'
        and extract(month from month)::integer <> all (f.free_months)
    ) as one
    where y.period <> '' and (y.fee_plan_id is distinct from ${id} or y.period like 'all%')
      and y.status in ('pending', 'expired', 'failed', 'completed')
      and (y.expiration_date >= its.joined_on and ${asPlanned(currency)}) is not true
    group by y.participant_id
  `);
  return new Map(rows.map((row) => [row.participant_id, row.asked]));
}
