/** Fee plans and rules between the wire, where amounts are texts, and their calculation in cents. */
import type { FeeDiscountReason, FeeRules, Reduction } from './fee-discounts.ts';
import type { FeePlan } from './fee-plan.ts';
import type { FeeLine } from './fees.ts';
import { centsOf, wireOf } from './money.ts';

/** A plan as it crosses the wire: amounts `"85.00"`, null for none. */
export type WrittenPlan = Omit<FeePlan, 'amount' | 'joining_fee' | 'instalments'> & {
  amount: string | null;
  joining_fee: string | null;
  instalments: readonly { due_date: string; amount: string }[];
};

/** A reduction as it crosses the wire: ten per cent or ten of the currency, `"10.00"`. */
export type WrittenReduction = { unit: 'percent' | 'amount'; value: string };

export type WrittenRules = {
  family: WrittenReduction | null;
  family_sessions: readonly { sessions: number; percent: string }[];
  /** Members are those who gave this answer to this field of the catalogue. */
  member_field_id: string | null;
  member_answer: string;
  member: WrittenReduction | null;
  at_once: string | null;
};

/** A line as it crosses the wire. */
export type WrittenLine = Omit<FeeLine, 'gross' | 'discounts' | 'amount'> & {
  gross: string;
  discounts: { reason: FeeDiscountReason; amount: string }[];
  amount: string;
};

/** What a group without a plan has. */
export const emptyPlan = {
  rhythm: 'none',
  kind: 'tuition',
  amount: null,
  due_date: null,
  days_after: 8,
  day_of_month: 15,
  first_month: null,
  last_month: null,
  free_months: [],
  instalments: [],
  joining_fee: null,
  late_start: 'whole',
} satisfies WrittenPlan;

/** What an organisation without rules has. */
export const emptyRules: WrittenRules = {
  family: null,
  family_sessions: [],
  member_field_id: null,
  member_answer: '',
  member: null,
  at_once: null,
};

const centsOrNone = (amount: string | null): bigint => (amount === null ? 0n : centsOf(amount));

/** A plan for the calculation. */
export function readPlan(plan: WrittenPlan): FeePlan {
  return {
    ...plan,
    amount: centsOrNone(plan.amount),
    joining_fee: centsOrNone(plan.joining_fee),
    instalments: plan.instalments.map((one) => ({ ...one, amount: centsOf(one.amount) })),
  };
}

/** Rules for the calculation. */
export function readRules(rules: WrittenRules): FeeRules {
  return {
    family: readReduction(rules.family),
    family_sessions: rules.family_sessions.map((one) => ({ ...one, percent: centsOf(one.percent) })),
    member: rules.member_field_id === null ? null : readReduction(rules.member),
    at_once: rules.at_once === null ? null : centsOf(rules.at_once),
  };
}

/** Hundredths of a per cent are written as cents are. */
function readReduction(reduction: WrittenReduction | null): Reduction | null {
  if (reduction === null) return null;
  const value = centsOf(reduction.value);
  return reduction.unit === 'percent' ? { percent: value } : { amount: value };
}

/** A line for the wire. */
export function writeLine(line: FeeLine): WrittenLine {
  return {
    ...line,
    gross: wireOf(line.gross),
    discounts: line.discounts.map(({ reason, amount }) => ({ reason, amount: wireOf(amount) })),
    amount: wireOf(line.amount),
  };
}
