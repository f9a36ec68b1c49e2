import type { Payment } from '@vpisnik/contract/payments';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { centsOf, parseAmount, sharesOf, typedAmount, wireOf } from '@vpisnik/contract/rules/money';
import { isReceived, type PaymentMethod, paymentLimits } from '@vpisnik/contract/rules/payments';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { addMonths } from '../../../../ui/date/date.ts';

/** An expected payment, new or as several equal ones. */
export type ExpectedValues = {
  /** As it is typed. */
  amount: string;
  purpose: string;
  kind: Payment['kind'];
  expiration_date: string | null;
  split: boolean;
  instalments: WholeNumber;
  /** Whether the payer is told by mail. */
  notify: boolean;
};

/** A payment that was added before, with what staff note about it. */
export type EditValues = Pick<ExpectedValues, 'amount' | 'purpose' | 'kind' | 'expiration_date'> &
  Pick<Payment, 'notes' | 'invoice_number' | 'method' | 'payment_date'>;

/** How a payment was paid. */
export type PaidValues = {
  amount: string;
  payment_date: string | null;
  method: PaymentMethod;
  invoice_number: string;
  /** Whether the payer is told by mail. */
  notify: boolean;
};

export const expectedValues: ExpectedValues = {
  ...{ amount: '', purpose: '', kind: 'tuition', expiration_date: null, split: false, instalments: 3 },
  notify: true,
};

/** The row's values for its form. */
export const editValuesOf = (payment: Payment, locale: Locale): EditValues => ({
  amount: typedAmount(payment.amount, locale),
  purpose: payment.purpose,
  kind: payment.kind,
  expiration_date: payment.expiration_date,
  notes: payment.notes,
  invoice_number: payment.invoice_number,
  method: payment.method,
  payment_date: payment.payment_date,
});

/** The amount that was typed, as it crosses the wire; null while it is none. */
const amountOf = (typed: string, locale: Locale): string | null => parseAmount(typed, locale).amount ?? null;

const amountProblems = (typed: string, locale: Locale): FieldError[] => {
  const { problem } = parseAmount(typed, locale);
  return problem ? [{ path: 'amount', code: problem }] : [];
};

/** The instalments that a typed amount is shared into, one a month from the first day on; none while they make no sense. */
export function instalmentsOf(
  { amount, expiration_date, instalments }: ExpectedValues,
  locale: Locale,
): { amount: string; expiration_date: string }[] {
  const whole = amountOf(amount, locale);
  const count = numberOf(instalments);
  if (whole === null || count === null || expiration_date === null || !isCount(whole, count)) return [];
  return sharesOf(centsOf(whole), count).map((share, at) => ({
    amount: wireOf(share),
    expiration_date: addMonths(expiration_date, at),
  }));
}

/** At least two, and no more than there are cents. */
const isCount = (whole: string, count: number) =>
  count >= 2 && count <= paymentLimits.instalments && centsOf(whole) >= BigInt(count);

/** Everything wrong with an expected payment. */
export function expectedProblemsOf(values: ExpectedValues, locale: Locale): FieldError[] {
  const { amount, split, instalments, expiration_date } = values;
  const problems = amountProblems(amount, locale);
  if (!split) return problems;
  if (expiration_date === null) problems.push({ path: 'expiration_date', code: 'first_day_required' });
  const count = numberOf(instalments);
  const whole = amountOf(amount, locale) ?? wireOf(BigInt(paymentLimits.instalments));
  if (count === null || !isCount(whole, count)) problems.push({ path: 'instalments', code: 'instalments' });
  return problems;
}

/** The payments that are sent: one, or its instalments. */
export function expectedWireOf(values: ExpectedValues, locale: Locale) {
  const { amount, purpose, kind, expiration_date, split } = values;
  const rows = split
    ? instalmentsOf(values, locale)
    : [{ amount: amountOf(amount, locale) ?? '', expiration_date }];
  return rows.map((row) => ({ ...row, purpose, kind }));
}

export const editProblemsOf = (values: EditValues, { status }: Payment, locale: Locale): FieldError[] => [
  ...amountProblems(values.amount, locale),
  ...(isReceived(status) && values.payment_date === null ? [{ path: 'payment_date', code: 'required' }] : []),
];

/** The fields of a payment that were changed, as they are sent. */
export function editWireOf(
  values: EditValues,
  fields: (keyof EditValues)[],
  locale: Locale,
): Partial<EditValues> {
  const wire = { ...values, amount: amountOf(values.amount, locale) ?? '' };
  return Object.fromEntries(fields.map((field) => [field, wire[field]]));
}

/** By default a payment is paid by transfer today. */
export const paidValuesOf = ({ amount }: Payment, locale: Locale, today: string): PaidValues => ({
  amount: typedAmount(amount, locale),
  payment_date: today,
  method: 'bank_transfer',
  invoice_number: '',
  notify: true,
});

/** Everything wrong with what was paid; no more than the whole can be. */
export function paidProblemsOf(values: PaidValues, whole: Payment, locale: Locale): FieldError[] {
  const problems = amountProblems(values.amount, locale);
  const paid = amountOf(values.amount, locale);
  if (paid !== null && centsOf(paid) > centsOf(whole.amount))
    problems.push({ path: 'amount', code: 'more_than_whole' });
  if (values.payment_date === null) problems.push({ path: 'payment_date', code: 'required' });
  return problems;
}

/** What is paid, as it is sent, and what stays open; `rest` is null when all of it is paid or the amount is none. */
export function paidWireOf(values: PaidValues, whole: Payment, locale: Locale) {
  const paid = amountOf(values.amount, locale);
  const rest = paid === null ? 0n : centsOf(whole.amount) - centsOf(paid);
  return {
    amount: paid ?? '',
    rest: rest > 0n ? wireOf(rest) : null,
    facts: {
      payment_date: values.payment_date,
      method: values.method,
      invoice_number: values.invoice_number,
      notify: values.notify,
    },
  };
}
