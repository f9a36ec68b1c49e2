/** A group's fee plan, amounts in cents: its months, its price, and how sums are divided. */
import { dividedHalfUp } from './money.ts';
import type { PaymentKind } from './payments.ts';

/** `none` makes no payments. Paying for each session that was attended has no rhythm yet: nothing records attendance. */
export const feeRhythms = ['none', 'once', 'monthly', 'instalments'] as const;
export type FeeRhythm = (typeof feeRhythms)[number];
/** What late starters pay: everything, the part of the months that are left, or of the sessions that are left. */
export const lateStarts = ['whole', 'months', 'sessions'] as const;
/** What makes a participant's payments: a given place, the application, or staff alone. */
export const feeOccasions = ['approved', 'application', 'by_hand'] as const;

/** Which payments a decision makes: by the plan, one for all, or none. */
export const feePayments = ['plan', 'at_once', 'none'] as const;
export type FeePayments = (typeof feePayments)[number];

/** What becomes of the price of those who move to another group: the former plan goes on, or the new group's takes its place. */
export const movePrices = ['keep', 'take'] as const;
export type MovePrice = (typeof movePrices)[number];

export type FeePlan = {
  rhythm: FeeRhythm;
  kind: PaymentKind;
  /** Of the one payment or of each month. */
  amount: bigint;
  /** The day of the one payment; null: `days_after` joining. */
  due_date: string | null;
  /** Nothing is due earlier than this many days after joining. */
  days_after: number;
  /** Of monthly payments, 1–31; the last day of shorter months. */
  day_of_month: number;
  /** `YYYY-MM`; a monthly plan has the first, and goes on for ever without the last. */
  first_month: string | null;
  last_month: string | null;
  /** Months of the year, 1–12, for which nothing is paid. */
  free_months: readonly number[];
  instalments: readonly { due_date: string; amount: bigint }[];
  /** Paid once, without discounts; 0 for none. */
  joining_fee: bigint;
  late_start: (typeof lateStarts)[number];
};

/** The group's season and the days of its sessions, by which a late starter's part is counted. */
export type FeeSeason = {
  start_date: string | null;
  end_date: string | null;
  sessions: readonly string[];
};

/** A payer, as far as that changes amounts. */
export type FeePayer = {
  joined_on: string;
  /** Nothing that is due after this day is owed. */
  left_on: string | null;
  /** 1 for the family's dearest child and for people without a family. */
  family_position: number;
  /** Weekly sessions of the whole family. */
  family_sessions: number;
  member: boolean;
  /** Pays a plan that ends with one payment. */
  at_once: boolean;
};

/** The farthest month that a plan without an end is counted to, in months from its first. */
const FARTHEST = 240;

/** Whether a plan's payments can be paid with one: they end, and there are several. */
export function canPayAtOnce(plan: FeePlan): boolean {
  return plan.rhythm === 'instalments'
    ? plan.instalments.length > 1
    : plan.rhythm === 'monthly' && plan.last_month !== null && plan.first_month !== plan.last_month;
}

/** What a plan costs in all, or in twelve months if it has no end: to say which of a family's children is dearer. */
export function planPrice(plan: FeePlan): bigint {
  if (plan.rhythm === 'once') return plan.amount;
  if (plan.rhythm === 'instalments') return feeTotal(plan.instalments);
  if (plan.rhythm === 'none' || plan.first_month === null) return 0n;
  const last = plan.last_month ?? addMonths(plan.first_month, 11);
  return plan.amount * BigInt(paidMonths(plan, last).length);
}

/**
 * A plan's price as one payment: the payment itself, a month's, or all instalments together; nothing of it is a joining fee.
 * 0 where there is none.
 */
export function onePrice({
  rhythm,
  amount,
  instalments,
}: Pick<FeePlan, 'rhythm' | 'amount' | 'instalments'>): bigint {
  if (rhythm === 'none') return 0n;
  return rhythm === 'instalments' ? feeTotal(instalments) : amount;
}

/** Sum of the amounts to pay. */
export const feeTotal = (lines: readonly { amount: bigint }[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, 0n);

/** Months that are paid for, up to `last`. */
export function paidMonths(plan: FeePlan, last: string): string[] {
  const months: string[] = [];
  for (let at = 0; plan.first_month !== null && at < FARTHEST; at++) {
    const month = addMonths(plan.first_month, at);
    if (month > last) break;
    if (!plan.free_months.includes(Number(month.slice(5)))) months.push(month);
  }
  return months;
}

/** `whole × numerator / denominator` of an amount that is not negative, half a cent up. */
export function share(whole: bigint, numerator: bigint, denominator: bigint): bigint {
  return dividedHalfUp(whole * numerator, denominator);
}

/** A sum divided by weights: whole cents, the rest to the last. */
export function divided(sum: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((total, weight) => total + weight, 0n);
  const parts = weights.map((weight) => (all === 0n ? 0n : (sum * weight) / all));
  const rest = sum - parts.reduce((total, one) => total + one, 0n);
  return parts.map((one, at) => (at === parts.length - 1 ? one + rest : one));
}

/** The day of a month, `YYYY-MM`; its last day if it has no such day. */
export function dayInMonth(month: string, day: number): string {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** The month `count` months later, both `YYYY-MM`. */
export function addMonths(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}
