import type { BulkAct, WithoutPayments } from '@vpisnik/contract/bulk-jobs';
import type { Payment } from '@vpisnik/contract/payments';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { parseAmount } from '@vpisnik/contract/rules/money';
import type { Locale } from '../../../../lib/text/locale.ts';

/** A payment that is expected from each of many, as it is typed. */
export type EachValues = {
  amount: string;
  purpose: string;
  payment_kind: Payment['kind'];
  expiration_date: string | null;
  notes: string;
  same_purpose: 'skip' | 'add';
  include: readonly WithoutPayments[];
};

export const eachValues: EachValues = {
  ...{ amount: '', purpose: '', payment_kind: 'tuition', expiration_date: null, notes: '' },
  ...{ same_purpose: 'skip', include: [] },
};

/** Everything wrong with what was typed. */
export function eachProblemsOf({ amount, purpose }: EachValues, locale: Locale): FieldError[] {
  const { problem } = parseAmount(amount, locale);
  return [
    ...(problem ? [{ path: 'amount', code: problem }] : []),
    ...(purpose.trim() === '' ? [{ path: 'purpose', code: 'required' }] : []),
  ];
}

/** The act as the API takes it; null while the amount or the purpose is none. */
export function eachActOf({ amount: typed, include, ...values }: EachValues, locale: Locale): BulkAct | null {
  const { amount } = parseAmount(typed, locale);
  const purpose = values.purpose.trim();
  if (amount === undefined || purpose === '') return null;
  return { ...values, kind: 'payments', price: { amount }, purpose, include: [...include] };
}
