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
import { wireOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import type { FeeGroup, Reader } from './queries.ts';
import { selectRules } from './queries.ts';
import { seasonOf } from './season.ts';

/** Somebody who joins a group, or has. */
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
 * the month after the one whose payment is made on `today`.
 */
export async function linesFor(
  reader: Reader,
  group: FeeGroup,
  written: WrittenPlan & { days_ahead: number },
  joining: readonly Joining[],
  today: string,
): Promise<FeeLine[][]> {
  const plan = readPlan(written);
  const ids = joining.flatMap(({ participant_id }) => participant_id ?? []);
  const [rules, payers, season] = await Promise.all([
    selectRules(reader),
    selectPayers(reader, ids),
    seasonOf(
      reader,
      group,
      plan,
      joining.map(({ joined_on }) => joined_on),
    ),
  ]);
  return joining.map(({ participant_id, joined_on, at_once }) => {
    const facts = payers.get(participant_id ?? '');
    const last = addMonths((joined_on > today ? joined_on : today).slice(0, 7), 3);
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

async function selectPayers({ tx, organizationId }: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PayerFacts>();
  const { rows } = await tx.execute<PayerFacts>(
    sql`select * from app.fee_payers(${organizationId}, ${sql.param(ids)}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.participant_id, row]));
}

/** Whether a line becomes a payment on a day: monthly ones some days before they are due, all others at once. */
export function isDue(line: FeeLine, plan: { rhythm: string; days_ahead: number }, today: string): boolean {
  const isMonth = plan.rhythm === 'monthly' && line.period !== 'all' && line.period !== 'joining';
  return !isMonth || line.due_date <= addDays(today, plan.days_ahead);
}

/** Lines as they are shown, with those that become payments at once; nothing of them is written. */
export function proposalOf(
  lines: readonly FeeLine[],
  plan: { rhythm: string; days_ahead: number },
  currency: string,
  today: string,
) {
  const due = lines.filter((line) => line.amount > 0n && isDue(line, plan, today));
  return {
    currency,
    lines: lines.map((line) => ({ ...writeLine(line), now: due.includes(line) })),
    total: wireOf(feeTotal(lines)),
    now_count: due.length,
    now_total: wireOf(feeTotal(due)),
  };
}
