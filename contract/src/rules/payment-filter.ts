/** Words of the filters of payments; without a validator. */
import { paymentStatuses } from './payments.ts';

/**
 * What payments are filtered by: their status, and what today makes of it. `due` is awaited and not late, `overdue` is late:
 * together with `completed` they are what is expected.
 */
export const paymentStates = [...paymentStatuses, 'due', 'overdue'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The states of expected payments, each payment in one of them. */
export const expectedStates = ['completed', 'due', 'overdue'] as const satisfies PaymentState[];

/** What lists of payments are sorted by, each also the other way around with a `-` before it. */
const paymentSorts = ['expiration_date', 'amount', 'name', 'payment_date', 'created_at'] as const;
type Key = (typeof paymentSorts)[number];
export type PaymentSort = Key | `-${Key}`;

/** All of them, both ways. */
export const paymentSortKeys = [
  ...paymentSorts,
  ...paymentSorts.map((key) => `-${key}` as const),
] satisfies PaymentSort[];

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether a text is a month of the calendar, `YYYY-MM`. */
export const isMonth = (text: string): boolean => monthPattern.test(text);

/** The first and the last day of a month `YYYY-MM`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

/** The month so many months later, or earlier where `count` is below zero. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
