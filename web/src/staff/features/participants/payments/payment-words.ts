import type { Payment, RemindedPayment } from '@vpisnik/contract/payments';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { isReceived, paymentKinds, paymentMethods } from '@vpisnik/contract/rules/payments';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { remindersInWords } from '../payment-list/words.ts';

type Words = { t: Translate<MessageKey>; locale: Locale };
type Line = { about: string; line: string };

/** What there is to say about a payment below its amount, each on a line of its own; `whole` is that of which it is the rest. */
export function paymentLines(
  payment: RemindedPayment,
  whole: Payment | undefined,
  { t, locale, timeZone }: Words & { timeZone: string },
): Line[] {
  const { status, method, payment_date, invoice_number, expiration_date, status_reason } = payment;
  const day = (value: string) => formatDay(value, locale);
  const money = (cents: bigint) => formatMoney(wireOf(cents), payment.currency, locale);
  const paid = [
    method && t(`modules.payment_list.methods.${method}`),
    payment_date && day(payment_date),
    invoice_number && t('modules.payment.receipt', { number: invoice_number }),
  ];
  const due = expiration_date
    ? t('modules.payment.due', { day: day(expiration_date) })
    : t('modules.payment_list.no_due');
  const lines = {
    purpose: payment.purpose,
    rest:
      whole &&
      t('modules.payment_list.rest_of', { amount: money(centsOf(payment.amount) + centsOf(whole.amount)) }),
    facts: (isReceived(status) ? paid : [due, remindersInWords(payment, { t, locale, timeZone })])
      .filter(Boolean)
      .join(', '),
    reason: status_reason && t('modules.payment.reason', { reason: status_reason }),
    note: payment.notes && t('modules.payment.note', { note: payment.notes }),
  };
  return Object.entries(lines).flatMap(([about, line]) => (line ? [{ about, line }] : []));
}

/** A payment in a few words, for the names of its buttons and for questions: `85,00 €, Oktober`. */
export const paymentName = ({ amount, currency, purpose }: Payment, { locale }: Words): string =>
  [formatMoney(amount, currency, locale), purpose].filter(Boolean).join(', ');

/** One side of a conflict in words, where the value itself is none. */
export function sideInWords(field: string, value: unknown, { t, locale }: Words): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field.endsWith('_date')) return formatDay(value, locale);
  const kind = field === 'kind' && paymentKinds.find((one) => one === value);
  if (kind) return t(`modules.payment_list.kinds.${kind}`);
  const method = field === 'method' && paymentMethods.find((one) => one === value);
  return method ? t(`modules.payment_list.methods.${method}`) : undefined;
}
