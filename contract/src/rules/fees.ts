/** What a group's fee plan makes a participant owe: pure, exact, amounts in cents. */
import { addDays } from './dates.ts';
import { type FeeDiscount, type FeeRules, reduced } from './fee-discounts.ts';
import {
  dayInMonth,
  divided,
  type FeePayer,
  type FeePlan,
  type FeeSeason,
  feeTotal,
  paidMonths,
  share,
} from './fee-plan.ts';
import type { PaymentKind } from './payments.ts';

/** One payment that a plan makes. */
export type FeeLine = {
  /** Names it within the plan: `joining`, `once`, a month, `1` … for instalments, `all` for one that stands for all. */
  period: string;
  kind: PaymentKind;
  due_date: string;
  gross: bigint;
  discounts: FeeDiscount[];
  amount: bigint;
  /** Its number and how many there are; null for the joining fee and in a plan without an end. */
  instalment: number | null;
  instalments: number | null;
};

type Charge = { period: string; due_date: string; gross: bigint };

/**
 * Everything that a payer owes by a plan, in order of the days on which it is due. A line may be 0 after its discounts;
 * none is negative. Discounts come in the order family, member, at once, each of what the one before has left.
 *
 * @param until the last month of a plan without an end, `YYYY-MM`
 */
export function feeLines(
  plan: FeePlan,
  rules: FeeRules,
  season: FeeSeason,
  payer: FeePayer,
  until: string,
): FeeLine[] {
  const charges = chargesOf(plan, season, payer.joined_on, until).filter(({ gross }) => gross > 0n);
  const isCounted = plan.rhythm !== 'monthly' || plan.last_month !== null;
  const lines = charges.map((charge, at) => ({
    ...charge,
    kind: plan.kind,
    ...reduced(charge.gross, rules, payer),
    instalment: isCounted ? at + 1 : null,
    instalments: isCounted ? charges.length : null,
  }));
  const owed = payer.at_once && isCounted ? atOnce(lines, rules) : lines;
  const first = owed[0]?.due_date ?? addDays(payer.joined_on, plan.days_after);
  const joining = plan.rhythm !== 'none' && plan.joining_fee > 0n ? [joiningLine(plan, first)] : [];
  return [...joining, ...owed].filter(({ due_date }) => payer.left_on === null || due_date <= payer.left_on);
}

function joiningLine(plan: FeePlan, due_date: string): FeeLine {
  const { joining_fee: gross } = plan;
  return {
    period: 'joining',
    kind: 'other',
    due_date,
    gross,
    discounts: [],
    amount: gross,
    instalment: null,
    instalments: null,
  };
}

function chargesOf(plan: FeePlan, season: FeeSeason, joined: string, until: string): Charge[] {
  const earliest = addDays(joined, plan.days_after);
  const notBefore = (day: string | null) => (day === null || day < earliest ? earliest : day);
  switch (plan.rhythm) {
    case 'none':
      return [];
    case 'once':
      return [
        {
          period: 'once',
          due_date: notBefore(plan.due_date),
          gross: lateShare(plan.amount, plan, season, joined),
        },
      ];
    case 'monthly':
      return monthsFor(plan, joined, until).map((month) => ({
        period: month,
        due_date: notBefore(dayInMonth(month, plan.day_of_month)),
        gross: monthShare(plan, season, month, joined),
      }));
    case 'instalments':
      return instalmentsFor(plan, season, joined).map((one) => ({
        ...one,
        due_date: notBefore(one.due_date),
      }));
  }
}

function monthsFor(plan: FeePlan, joined: string, until: string): string[] {
  const months = paidMonths(plan, plan.last_month ?? until);
  // a plan without an end has no whole that could be paid
  const isWhole = plan.late_start === 'whole' && plan.last_month !== null;
  return isWhole ? months : months.filter((month) => month >= joined.slice(0, 7));
}

function monthShare(plan: FeePlan, season: FeeSeason, month: string, joined: string): bigint {
  if (plan.late_start !== 'sessions' || month !== joined.slice(0, 7)) return plan.amount;
  const days = season.sessions.filter((day) => day.startsWith(month));
  return part(plan.amount, days.filter((day) => day >= joined).length, days.length);
}

/** Of late starters, the rest of the whole goes to the instalments that are still ahead, or to the last one. */
function instalmentsFor(plan: FeePlan, season: FeeSeason, joined: string): Charge[] {
  const all = plan.instalments.map(({ due_date, amount }, at) => ({
    period: String(at + 1),
    due_date,
    gross: amount,
  }));
  const whole = feeTotal(plan.instalments);
  const owed = lateShare(whole, plan, season, joined);
  if (owed === whole) return all;
  const coming = all.filter(({ due_date }) => due_date >= joined);
  const taken = coming.length > 0 ? coming : all.slice(-1);
  const weights = taken.map(({ gross }) => gross);
  return divided(owed, weights).map((gross, at) => ({ ...(taken[at] as Charge), gross }));
}

/** A late starter's part of a whole, by the rest of the season; all of it where the season says nothing. */
function lateShare(whole: bigint, plan: FeePlan, season: FeeSeason, joined: string): bigint {
  const { start_date, end_date, sessions } = season;
  if (plan.late_start === 'whole') return whole;
  if (plan.late_start === 'sessions')
    return part(whole, sessions.filter((day) => day >= joined).length, sessions.length);
  if (start_date === null || end_date === null || joined <= start_date) return whole;
  const left = monthsBetween(joined, end_date);
  return part(whole, Math.max(left, 0), monthsBetween(start_date, end_date));
}

/** One payment for all: sums and discounts of the lines added up, and the discount for it. */
function atOnce(lines: readonly FeeLine[], rules: FeeRules): FeeLine[] {
  const [first, second] = lines;
  if (!first || !second) return [...lines];
  const gross = lines.reduce((sum, line) => sum + line.gross, 0n);
  const sums = new Map<string, FeeDiscount>();
  for (const one of lines.flatMap(({ discounts }) => discounts)) {
    const before = sums.get(one.reason);
    sums.set(one.reason, { ...one, amount: one.amount + (before?.amount ?? 0n) });
  }
  const left = feeTotal(lines);
  const off = rules.at_once === null ? 0n : share(left, rules.at_once, 10_000n);
  const discounts = [...sums.values(), ...(off > 0n ? [{ reason: 'at_once' as const, amount: off }] : [])];
  const line = { ...first, period: 'all', gross, discounts, amount: left - off };
  return [{ ...line, instalment: 1, instalments: 1 }];
}

const part = (whole: bigint, left: number, of: number): bigint =>
  of === 0 ? whole : share(whole, BigInt(left), BigInt(of));

/** Months that two days touch, both counted. */
export const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;
