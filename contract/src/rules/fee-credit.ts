/** What was paid by former plans for the time to come: pure, exact, amounts in cents. */
import { addMonths, feeTotal, share } from './fee-plan.ts';
import { type FeeLine, monthsBetween } from './fees.ts';

/** What a former plan of one payment or of instalments has asked of its payer. */
export type FormerPlan = {
  /** `held` is paid, or owed for good; all others were cancelled or will be, and count for what the season cost. */
  payments: readonly { amount: bigint; held: boolean; due_date: string | null }[];
  /** The days for which it was asked: since they joined, or since the season began, to its end; null where that is not known. */
  from: string;
  to: string | null;
  /** The day on which they stopped paying by it, where that cancelled something. */
  left: string | null;
};

/** All that a payer has paid by other plans, and what the present plan has made already. */
export type PaidBefore = {
  plans: readonly FormerPlan[];
  /** Single months that are paid, or owed for good. */
  months: readonly { month: string; amount: bigint }[];
  /** By period, what was taken off payments of the present plan that exist; they take nothing more. */
  taken: ReadonlyMap<string, bigint>;
};

/**
 * What is left of a former plan's payments for the days from one on, the month of that day being one of those ahead: what was
 * paid without what the months cost in which they paid by it, in equal parts over the months since. Where nobody knows how long
 * the season lasts, what is due later.
 */
export function creditOf({ payments, from, to, left }: FormerPlan, day: string): bigint {
  const held = payments.filter((one) => one.held);
  if (to === null || to < from)
    return feeTotal(held.filter(({ due_date }) => due_date !== null && due_date >= day));
  const all = monthsBetween(from, to);
  const over = (at: string) => Math.min(Math.max(monthsBetween(from, at) - 1, 0), all);
  const gone = left !== null && left < day ? over(left) : over(day);
  const rest = feeTotal(held) - share(feeTotal(payments), BigInt(gone), BigInt(all));
  if (rest <= 0n || gone === all) return 0n;
  return share(rest, BigInt(all - over(day)), BigInt(all - gone));
}

const isMonth = (period: string) => /^\d{4}-/.test(period);

/** All of it that is for the days from one on; months that are asked for by nobody else count only where those aren't. */
export function paidFrom({ plans, months }: PaidBefore, day: string, isMonthly: boolean): bigint {
  const ahead = isMonthly ? [] : months.filter(({ month }) => month >= day.slice(0, 7));
  return plans.reduce((sum, plan) => sum + creditOf(plan, day), feeTotal(ahead));
}

/**
 * Takes what was paid before off the lines of a plan by which a payer pays since a day. A month takes what was paid for
 * it, and what months before it have left; other lines take all, the first ones first. Never off a joining fee, which paid for
 * something else, nor off what exists already.
 *
 * @param isAsked lines that a former plan asks for itself
 * @returns the lines, and what no line has taken
 */
export function takeOff(
  lines: readonly FeeLine[],
  paid: PaidBefore,
  joined_on: string,
  isAsked: (line: FeeLine) => boolean = () => false,
): { lines: FeeLine[]; left: bigint } {
  const isMonthly = lines.some(({ period }) => isMonth(period));
  const total = paidFrom(paid, joined_on, isMonthly);
  let used = [...paid.taken].reduce((sum, [period, off]) => (isMonth(period) ? sum : sum + off), 0n);
  const reduced = lines.map((line): FeeLine => {
    const taken = paid.taken.get(line.period);
    if (taken !== undefined) {
      if (isMonth(line.period)) used += taken;
      return line;
    }
    if (line.period === 'joining' || isAsked(line)) return line;
    const isLast = line.instalments !== null && line.instalment === line.instalments;
    const isCapped = isMonth(line.period) && !isLast;
    const later = isCapped ? paidFrom(paid, `${addMonths(line.period, 1)}-01`, true) : 0n;
    const open = total - later - used;
    const off = open < 0n ? 0n : open < line.amount ? open : line.amount;
    if (off === 0n) return line;
    used += off;
    const discounts = [...line.discounts, { reason: 'paid_before' as const, amount: off }];
    return { ...line, discounts, amount: line.amount - off };
  });
  return { lines: reduced, left: total > used ? total - used : 0n };
}
