/** Discounts of an organisation's fee rules: pure, exact, amounts in cents, percentages in hundredths of a per cent. */
import { type FeePayer, type FeePlan, planPrice, share } from './fee-plan.ts';

/** In the order in which they are taken off; the last one is what was paid in advance by a former plan. */
export const feeDiscountReasons = ['family', 'family_sessions', 'member', 'at_once', 'paid_before'] as const;
export type FeeDiscountReason = (typeof feeDiscountReasons)[number];
export type FeeDiscount = { reason: FeeDiscountReason; amount: bigint };

/** 10 % is `{ percent: 1000n }`; an amount is taken off each payment. */
export type Reduction = { percent: bigint } | { amount: bigint };

export type FeeRules = {
  /** For the second and further children of a family, the cheaper ones. */
  family: Reduction | null;
  /** By the weekly sessions of a whole family; the highest step that is reached counts. */
  family_sessions: readonly { sessions: number; percent: bigint }[];
  /** For those whose answer says that they are members. */
  member: Reduction | null;
  /** Per cent for who pays with one payment what could be paid with several. */
  at_once: bigint | null;
};

/** A charge with the discounts of its payer, each of what the one before has left. */
export function reduced(
  gross: bigint,
  rules: FeeRules,
  payer: FeePayer,
): { discounts: FeeDiscount[]; amount: bigint } {
  const step = rules.family_sessions
    .filter(({ sessions }) => sessions <= payer.family_sessions)
    .reduce((highest, { percent }) => (percent > highest ? percent : highest), 0n);
  const given: [FeeDiscountReason, Reduction | null][] = [
    ['family', payer.family_position > 1 ? rules.family : null],
    ['family_sessions', { percent: step }],
    ['member', payer.member ? rules.member : null],
  ];
  const discounts: FeeDiscount[] = [];
  let amount = gross;
  for (const [reason, reduction] of given) {
    const off = reduction ? offOf(amount, reduction) : 0n;
    if (off > 0n) discounts.push({ reason, amount: off });
    amount -= off;
  }
  return { discounts, amount };
}

/** What a reduction takes off, never more than there is. */
function offOf(amount: bigint, reduction: Reduction): bigint {
  const off = 'percent' in reduction ? share(amount, reduction.percent, 10_000n) : reduction.amount;
  return off < amount ? off : amount;
}

/** An enrolment of one of a family's children; the same child has the same `person` in all groups. */
export type FamilyEnrolment = { person: string; plan: FeePlan; joined_on: string };

/** Each child's place in its family: 1 for the one who costs most, then who joined first. */
export function familyPositions(enrolments: readonly FamilyEnrolment[]): Map<string, number> {
  const children = new Map<string, { price: bigint; joined: string }>();
  for (const { person, plan, joined_on } of enrolments) {
    const known = children.get(person);
    const joined = known && known.joined < joined_on ? known.joined : joined_on;
    children.set(person, { price: planPrice(plan) + (known?.price ?? 0n), joined });
  }
  const order = [...children].sort(
    ([one, a], [other, b]) => compare(b.price, a.price) || compare(a.joined, b.joined) || compare(one, other),
  );
  return new Map(order.map(([person], at) => [person, at + 1]));
}

const compare = <T extends bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
