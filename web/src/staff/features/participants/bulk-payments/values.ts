import type { BulkAct, WithoutPayments } from '@vpisnik/contract/bulk-jobs';
import type { Payment } from '@vpisnik/contract/payments';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { centsOf, parseAmount } from '@vpisnik/contract/rules/money';
import type { Locale } from '../../../../lib/text/locale.ts';

/** What each is to pay: the same amount, the group's price, or so much of it. */
export const priceChoices = ['amount', 'group', 'percent'] as const;

/** A payment that is expected from each of many, as it is typed. */
export type EachValues = {
  by: (typeof priceChoices)[number];
  amount: string;
  percent: string;
  purpose: string;
  payment_kind: Payment['kind'];
  expiration_date: string | null;
  notes: string;
  same_purpose: 'skip' | 'add';
  include: readonly WithoutPayments[];
  notify: boolean;
};

export const eachValues: EachValues = {
  ...{
    by: 'amount',
    amount: '',
    percent: '',
    purpose: '',
    payment_kind: 'tuition',
    expiration_date: null,
    notes: '',
  },
  ...{ same_purpose: 'skip', include: [], notify: true },
};

/** Everything wrong with what was typed. */
export function eachProblemsOf(values: EachValues, locale: Locale): FieldError[] {
  const { by, purpose } = values;
  const { problem } = priceOf(values, locale);
  return [
    ...(problem ? [{ path: by, code: problem }] : []),
    ...(purpose.trim() === '' ? [{ path: 'purpose', code: 'required' }] : []),
  ];
}

/** The act as the API takes it; null while the amount or the purpose is none. */
export function eachActOf(values: EachValues, locale: Locale): BulkAct | null {
  const { price } = priceOf(values, locale);
  const { by: _, amount: __, percent: ___, include, ...rest } = values;
  const purpose = rest.purpose.trim();
  if (price === undefined || purpose === '') return null;
  return { ...rest, kind: 'payments', price, purpose, include: [...include] };
}

type Price = Extract<BulkAct, { kind: 'payments' }>['price'];

/** What each is to pay as the API takes it, or why that is nothing. */
function priceOf({ by, amount, percent }: EachValues, locale: Locale): { price?: Price; problem?: string } {
  if (by === 'group') return { price: { percent: '100.00' } };
  if (by === 'amount') {
    const read = parseAmount(amount, locale);
    return read.problem ? { problem: read.problem } : { price: { amount: read.amount } };
  }
  const read = parseAmount(percent.replace(/\s*%\s*$/, ''), locale);
  if (read.problem === 'required' || read.problem === 'amount_positive') return { problem: read.problem };
  if (read.problem) return { problem: 'invalid_percent' };
  return centsOf(read.amount) > 10_000n ? { problem: 'above_hundred' } : { price: { percent: read.amount } };
}
