import { addDays } from '@vpisnik/contract/rules/dates';
import { feeTotal } from '@vpisnik/contract/rules/fee-plan';
import { writeLine } from '@vpisnik/contract/rules/fee-wire';
import { periodWords } from '@vpisnik/contract/rules/fee-words';
import type { FeeLine } from '@vpisnik/contract/rules/fees';
import { wireOf } from '@vpisnik/contract/rules/money';
import { paymentLimits } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { groupName, type Language, type Texts } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import { askedOf, selectWithFormer, withoutPaid } from './credits.ts';
import { dueOn, linesBy, linesFor, makesPayments, selectFacts } from './proposals.ts';
import {
  type FeeGroup,
  isPaying,
  type Planned,
  type Reader,
  type StoredPlan,
  selectGroup,
  selectPlan,
} from './queries.ts';

/** Days after which a plan without an end is looked at again where nothing is due for a while. */
const LATER = 28;

/** A participant who pays by a group's plan. */
export type Enrolled = {
  participant_id: string;
  language: Language;
  joined_on: string;
  at_once: boolean;
  /** The last month whose payment was made. */
  made_until: string | null;
  /** The group that they are in by now, where the plan of a former one goes on. */
  group_name?: Texts;
};

/** The local day of a group's organisation. */
export const todayOf = ({ time_zone }: Pick<FeeGroup, 'time_zone'>, now = new Date()): string =>
  localDay(now, time_zone);

/**
 * Enrols participants of a group, who were given a place today, in its plan, and makes what is due of it; nothing without a
 * plan, nor where staff make payments by hand.
 *
 * @param automatic made by a decision, not by hand: a plan of which payments are made by hand then makes none
 * @returns number of payments
 */
export async function enrol(
  reader: Reader,
  groupId: string,
  ids: readonly string[],
  given: { automatic: boolean; at_once?: boolean },
): Promise<number> {
  const planned = { group: await selectGroup(reader, groupId), plan: await selectPlan(reader, groupId) };
  const joined = await join(reader, planned, ids, given);
  return joined ? makeDue(reader, [joined]) : 0;
}

/** Enrols participants of a group in its plan without making anything yet; undefined where it makes no payments. */
export async function join(
  { tx }: Reader,
  { group, plan }: Planned,
  ids: readonly string[],
  { automatic, at_once = false }: { automatic: boolean; at_once?: boolean },
): Promise<Joined | undefined> {
  if (!makesPayments(plan, automatic)) return undefined;
  const { rows } = await tx.execute<Enrolled>(sql`
    select * from app.enrol(${group.id}, ${sql.param(ids)}::uuid[], ${todayOf(group)}, ${at_once})
  `);
  return { group, plan, enrolled: rows };
}

/** People of a group, and the plan that they pay by. */
export type Joined = Planned & { enrolled: readonly Enrolled[] };

/**
 * Makes the payments of people of some groups that are due by their plans, and says when to look again. The same call twice
 * makes nothing twice: a participant has one payment of each period. What was cancelled when they left is brought back.
 *
 * @param approved others who count as approved where families are counted, since the same decision gives them a place later
 * @returns number of payments
 */
export async function makeDue(
  reader: Reader,
  all: readonly Joined[],
  { now = new Date(), approved = [] }: { now?: Date; approved?: readonly string[] } = {},
): Promise<number> {
  const rows: Row[] = [];
  const steps: object[] = [];
  const [first] = all;
  if (!first) return 0;
  // one organisation has one day
  const today = todayOf(first.group, now);
  const people = all.flatMap(({ plan, enrolled }) => enrolled.map((one) => askedOf(one, plan)));
  const facts = await selectFacts(
    reader,
    people.map(({ participant_id }) => participant_id),
    today,
    approved,
  );
  const former = await selectWithFormer(reader, people);
  for (const { group, plan, enrolled } of all) {
    if (enrolled.length === 0) continue;
    const lines = await linesBy(reader, group, plan, enrolled, today, facts);
    const owing = await withoutPaid(reader, group, plan, enrolled, lines, { former });
    const isDue = dueOn(today, plan);
    for (const [at, one] of enrolled.entries()) {
      const its = owing[at];
      if (!its) continue;
      const { due, later, step } = dueOf(its, isDue, plan, one, today);
      rows.push(...due.map((line) => rowOf(group, plan, one, line)));
      // what months to come will take is left until then
      const credit = later.reduce((sum, line) => sum + takenOff(line), its.left);
      steps.push({ participant_id: one.participant_id, ...step, credit: wireOf(credit) });
    }
  }
  if (steps.length === 0) return 0;
  const written = rows.length > 0 ? await insertPayments(reader, rows) : 0;
  // of a payment that has parts nothing was written
  const made = written < rows.length ? written + (await reviveParts(reader, rows)) : written;
  await reader.tx.execute(sql`
    update fee_enrolments e set made_until = its.made_until, next_on = its.next_on, credit = its.credit
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as its (participant_id uuid, made_until text, next_on date, credit numeric)
    where e.organization_id = ${reader.organizationId} and e.participant_id = its.participant_id
  `);
  return made;
}

/**
 * Lets the tab offer the payments of people who pay by a group's plan whose lines exist no more: what it had made was cancelled, and
 * it asks for something else by now, or for more than was paid before. They count as who has none, until staff make them.
 *
 * @param people these alone
 */
export async function letMakeAnew(
  reader: Reader,
  groupId: string,
  people?: readonly string[],
): Promise<void> {
  const { tx, organizationId } = reader;
  const [group, plan] = [await selectGroup(reader, groupId), await selectPlan(reader, groupId)];
  const { rows } = await tx.execute<Enrolled>(sql`
    select e.participant_id, e.joined_on::text, e.at_once, e.made_until, p.language
    from fee_enrolments e
    join participants p on p.organization_id = e.organization_id and p.id = e.participant_id
    where e.organization_id = ${organizationId} and e.group_id = ${groupId} and p.group_id = ${groupId} and ${isPaying}
      and ${people ? sql`p.id = any (${sql.param(people)}::uuid[])` : sql`true`}
      and exists (
        select from payments y
        where y.organization_id = e.organization_id and y.participant_id = e.participant_id
          and y.fee_plan_id = ${plan.id} and y.status = 'cancelled' and y.left_at is not null
          -- months go on by themselves; only where another rhythm was just given up for them are there some that were never made
          and (${plan.rhythm} <> 'monthly' or y.left_at = now() and y.period !~ '^([0-9]{4}-|joining)')
      )
  `);
  if (rows.length === 0) return;
  const lines = await linesFor(reader, group, plan, rows, todayOf(group));
  const owing = await withoutPaid(reader, group, plan, rows, lines);
  const anew = rows.filter((_, at) => {
    const { lines: owed = [], isAsked, taken } = owing[at] ?? {};
    return owed.some(
      (line) => line.amount > 0n && !isAsked?.(line) && !taken?.has(line.period) && line.period !== 'joining',
    );
  });
  await tx.execute(sql`
    update fee_enrolments set made_until = null, next_on = null
    where organization_id = ${organizationId} and participant_id = any (${sql.param(
      anew.map(({ participant_id }) => participant_id),
    )}::uuid[])
  `);
}

type Owing = Awaited<ReturnType<typeof withoutPaid>>[number];

const takenOff = ({ discounts }: FeeLine): bigint =>
  feeTotal(discounts.filter(({ reason }) => reason === 'paid_before'));

/** The lines that become payments on a day, and where that leaves the enrolment. */
function dueOf(
  { lines, isAsked }: Owing,
  isDue: (line: FeeLine) => boolean,
  plan: StoredPlan,
  { made_until }: Enrolled,
  today: string,
) {
  const isMonth = ({ period }: FeeLine) => /^\d{4}-/.test(period);
  const open = lines.filter((line) =>
    made_until === null ? true : isMonth(line) && line.period > made_until,
  );
  const due = open.filter(isDue);
  const later = open.filter((line) => !due.includes(line) && !isAsked(line));
  const [next] = later;
  const endless = plan.rhythm === 'monthly' && plan.last_month === null;
  const last = due.filter(isMonth).at(-1)?.period ?? made_until ?? '';
  return {
    due: due.filter((line) => line.amount > 0n && !isAsked(line)),
    later,
    step: {
      made_until: last,
      next_on: next ? addDays(next.due_date, -plan.days_ahead) : endless ? addDays(today, LATER) : null,
    },
  };
}

type Row = ReturnType<typeof rowOf>;

function rowOf(
  group: FeeGroup,
  plan: StoredPlan,
  { participant_id, language, group_name }: Enrolled,
  line: FeeLine,
) {
  const words = [groupName({ name: group_name ?? group.name }, language), periodWords(line, language)]
    .filter(Boolean)
    .join(', ');
  const { due_date, ...written } = writeLine(line);
  const purpose = Array.from(words).slice(0, paymentLimits.purpose).join('').trim();
  return {
    ...written,
    ...{ participant_id, fee_plan_id: plan.id, currency: group.currency },
    ...{ expiration_date: due_date, purpose },
  };
}

async function insertPayments({ tx, organizationId }: Reader, rows: readonly Row[]): Promise<number> {
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    insert into payments as y (
      organization_id, participant_id, group_id, currency, fee_plan_id,
      amount, expiration_date, kind, purpose, period, instalment, instalments, gross, discounts
    )
    select ${organizationId}, p.id, p.group_id, its.currency, its.fee_plan_id,
      its.amount, its.expiration_date, its.kind, its.purpose, its.period, its.instalment, its.instalments, its.gross,
      its.discounts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as its (
      participant_id uuid, fee_plan_id uuid, currency text, amount numeric, expiration_date date, kind text, purpose text, period text,
      instalment integer, instalments integer, gross numeric, discounts jsonb
    )
    join participants p on p.organization_id = ${organizationId} and p.id = its.participant_id
    order by its.participant_id, its.expiration_date, its.period
    on conflict (organization_id, participant_id, fee_plan_id, period)
      where fee_plan_id is not null and split_from is null
    -- also in another currency than it had, for nothing of it was paid
    do update set status = 'pending', status_reason = '', amount = excluded.amount, currency = excluded.currency,
      expiration_date = excluded.expiration_date, gross = excluded.gross, discounts = excluded.discounts,
      purpose = excluded.purpose, instalment = excluded.instalment, instalments = excluded.instalments
    where y.status = 'cancelled' and y.left_at is not null
      and not (y.currency = excluded.currency and app.is_split(y))
    returning y.id
  `);
  return written.length;
}

/**
 * Brings back, as they were, the parts of payments that were paid in part: what was left of them, and also the paid part
 * where that was corrected; in the currency in which they were split.
 */
async function reviveParts({ tx, organizationId }: Reader, rows: readonly Row[]): Promise<number> {
  const { rows: revived } = await tx.execute<{ id: string }>(sql`
    update payments p set status = 'pending', status_reason = '', expiration_date = its.expiration_date
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as its (
      participant_id uuid, fee_plan_id uuid, currency text, expiration_date date, period text
    )
    where p.organization_id = ${organizationId} and p.participant_id = its.participant_id
      and p.fee_plan_id = its.fee_plan_id and p.period = its.period and (p.split_from is not null or app.is_split(p))
      and p.currency = its.currency and p.status = 'cancelled' and p.left_at is not null
    returning p.id
  `);
  return revived.length;
}
