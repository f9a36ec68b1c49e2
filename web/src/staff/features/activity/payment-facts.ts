import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import { paymentActKinds } from '@vpisnik/contract/rules/bulk';
import { monthWords } from '@vpisnik/contract/rules/fee-words';
import { formatDay } from '@vpisnik/contract/rules/format';
import type { PaymentState } from '@vpisnik/contract/rules/payment-filter';
import { paymentMethods } from '@vpisnik/contract/rules/payments';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import { type FilterNames, type I18n, nameIn } from './export-words.ts';

/** A filter of payments as the log keeps it: that there was a search, and how many participants were named. */
type LoggedFilter = Omit<PaymentFilter, 'search' | 'participant_id'> & {
  search?: unknown;
  participants?: number;
};

type Logged = {
  format?: string;
  kind?: string;
  method?: string;
  count?: number;
  filter?: LoggedFilter;
  names?: FilterNames;
  excluded?: number;
};

const states: Record<PaymentState, MessageKey> = {
  pending: 'modules.payment_list.pending',
  completed: 'modules.payment_list.states.completed',
  failed: 'modules.payment_list.states.failed',
  cancelled: 'modules.payment_list.states.cancelled',
  refunded: 'modules.payment_list.states.refunded',
  expired: 'modules.payment_list.states.overdue',
  due: 'modules.payment_list.states.due',
  overdue: 'modules.payment_list.states.overdue',
};

/** Whether an entry counts payments, not participants. */
export function isOfPayments(action: string, { kind }: Record<string, unknown>): boolean {
  if (action === 'bulk_undone') return paymentActKinds.some((one) => one === kind);
  return ['bulk_pay', 'bulk_cancel', 'bulk_remind', 'payments_exported'].includes(action);
}

/** Bulk work on payments, or their export, in words: file, method, number, filter, and how many were left out. */
export function paymentFacts(changes: Record<string, unknown>, { t, locale }: I18n): string[] {
  const { format = '', method, count, filter, names = {}, excluded = 0 } = changes as Logged;
  const known = paymentMethods.find((one) => one === method);
  return [
    format.toUpperCase(),
    known ? t(`modules.payment_list.methods.${known}`) : '',
    typeof count === 'number' ? t('modules.payment_list.summary.count', { count }) : '',
    ...(filter ? filterFacts(filter, names, { t, locale }) : []),
    excluded > 0 ? t('modules.activity.excluded', { count: excluded }) : '',
  ].filter(Boolean);
}

function filterFacts(filter: LoggedFilter, names: FilterNames, { t, locale }: I18n): string[] {
  const of = (label: MessageKey, values: readonly string[] = []) =>
    values.length > 0 ? [`${t(label)}: ${[...new Set(values)].join(', ')}`] : [];
  const day = (label: MessageKey, value: string | undefined) =>
    of(label, value ? [formatDay(value, locale)] : []);
  return [
    ...(filter.search ? [t('modules.participant.filters.search')] : []),
    ...of(
      'modules.payment_list.filters.state',
      filter.status?.map((one) => t(states[one])),
    ),
    ...of(
      'modules.payment_list.filters.group',
      filter.group_id?.map((id) => nameIn(names[id], locale) ?? t('modules.activity.exported.gone')),
    ),
    ...(filter.participants ? [t('modules.activity.exported.count', { count: filter.participants })] : []),
    ...of(
      'modules.payment_list.filters.method',
      filter.method?.map((one) => t(`modules.payment_list.methods.${one}`)),
    ),
    ...of(
      'modules.payment_list.filters.kind',
      filter.kind?.map((one) => t(`modules.payment_list.kinds.${one}`)),
    ),
    ...of('modules.payment_list.filters.due', filter.due_month ? [monthWords(filter.due_month, locale)] : []),
    ...day('modules.activity.exported.due_from', filter.due_from),
    ...day('modules.activity.exported.due_to', filter.due_to),
    ...day('modules.activity.exported.paid_from', filter.paid_from),
    ...day('modules.activity.exported.paid_to', filter.paid_to),
  ];
}
