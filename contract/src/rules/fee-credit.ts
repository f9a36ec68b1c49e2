/** What was paid in advance by a plan that somebody pays by no longer: pure, exact, amounts in cents. */
import { share } from './fee-plan.ts';
import { type FeeLine, monthsBetween } from './fees.ts';

/** What somebody has paid by a former plan of one payment or of instalments, and still owes by it for good. */
export type PaidBefore = {
  /** All that it asked of them. */
  whole: bigint;
  /** What of it was paid or stays owed. */
  held: bigint;
  /** The part of `held` that is due on the day of the change or later. */
  ahead: bigint;
  /** The days for which it was asked: since they joined, or since the season began, to its end; null where that is not known. */
  from: string;
  to: string | null;
};

/**
 * What is left of it from a day on: what was paid without what the months before cost, the month of that day being one of
 * those ahead. Where nobody knows how long the season lasts, what is due later.
 */
export function creditOf({ whole, held, ahead, from, to }: PaidBefore, day: string): bigint {
  if (to === null || to < from) return ahead;
  const all = monthsBetween(from, to);
  const over = Math.min(Math.max(monthsBetween(from, day) - 1, 0), all);
  const left = held - share(whole, BigInt(over), BigInt(all));
  return left > 0n ? left : 0n;
}

/** Takes a credit off lines, the first ones first; never off a joining fee, which paid for something else. */
export function credited(lines: readonly FeeLine[], credit: bigint): { lines: FeeLine[]; left: bigint } {
  let left = credit;
  const reduced = lines.map((line): FeeLine => {
    const off = line.period === 'joining' ? 0n : left < line.amount ? left : line.amount;
    left -= off;
    if (off === 0n) return line;
    const discounts = [...line.discounts, { reason: 'paid_before' as const, amount: off }];
    return { ...line, discounts, amount: line.amount - off };
  });
  return { lines: reduced, left };
}
