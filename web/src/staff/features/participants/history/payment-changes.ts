import type { HistoryChange } from '@vpisnik/contract/participant-history';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { paymentKinds, paymentMethods, paymentStatuses } from '@vpisnik/contract/rules/payments';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { lookOf } from '../payment-list/words.ts';

type Words = { t: Translate<MessageKey>; locale: Locale };
type Kind = 'payment_added' | 'payment_changed' | 'payment_deleted';

/** Which payment an entry is about: `Novo plačilo: 85,00 €, Oktober`. */
export function paymentTitle(kind: Kind, changes: readonly HistoryChange[], { t, locale }: Words): string {
  const payment = changes.find(({ field }) => field === 'payment')?.payment;
  if (!payment) return t('modules.payment.title');
  const { amount, currency, purpose, expiration_date } = payment;
  const name = [
    formatMoney(amount, currency, locale),
    purpose || (expiration_date && t('modules.payment.due', { day: formatDay(expiration_date, locale) })),
  ];
  const is = kind === 'payment_added' && payment.rest ? 'payment_rest' : kind;
  return t(`modules.participant_history.${is}`, { payment: name.filter(Boolean).join(', ') });
}

/** What was changed of a payment, a line each: `Stanje: Čaka plačilo → Plačano`. */
export function paymentChangeWords(changes: readonly HistoryChange[], words: Words): string[] {
  const { t } = words;
  const currency = changes.find(({ field }) => field === 'payment')?.payment?.currency ?? 'EUR';
  return changes.flatMap(({ field, from, to }) => {
    const name = nameOf(field, t);
    if (!name) return [];
    const [before, after] = [from, to].map((value) => saidOf(field, value, currency, words));
    return before
      ? t('modules.participant_history.change', {
          ...{ field: name, from: before },
          to: after || t('modules.participant_history.empty'),
        })
      : t('modules.participant_history.first', { field: name, to: after ?? '' });
  });
}

const fields = [
  'amount',
  'kind',
  'purpose',
  'expiration_date',
  'payment_date',
  'method',
  'invoice_number',
  'status_reason',
] as const;

function nameOf(field: string, t: Words['t']): string | undefined {
  if (field === 'status') return t('modules.participant.list.column_status');
  if (field === 'payment_notes') return t('modules.payment.fields.notes');
  if (field === 'reference_number') return t('modules.payment.fields.reference_number');
  const known = fields.find((one) => one === field);
  return known && t(`modules.payment.fields.${known}`);
}

function saidOf(field: string, value: HistoryChange['from'], currency: string, { t, locale }: Words): string {
  if (typeof value !== 'string') return '';
  const among = <One extends string>(all: readonly One[]) => all.find((one) => one === value);
  if (field === 'amount') return formatMoney(value, currency, locale);
  if (field.endsWith('_date')) return formatDay(value, locale);
  const status = field === 'status' && among(paymentStatuses);
  if (status) return t(lookOf({ status, overdue: false }).word);
  const method = field === 'method' && among(paymentMethods);
  if (method) return t(`modules.payment_list.methods.${method}`);
  const kind = field === 'kind' && among(paymentKinds);
  return kind ? t(`modules.payment_list.kinds.${kind}`) : value;
}
