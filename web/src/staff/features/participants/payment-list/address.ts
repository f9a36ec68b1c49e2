import {
  daysOfMonth,
  isMonth,
  type PaymentSort,
  type PaymentState,
  paymentSortKeys,
} from '@vpisnik/contract/rules/payment-filter';
import {
  type PaymentKind,
  type PaymentMethod,
  paymentKinds,
  paymentMethods,
} from '@vpisnik/contract/rules/payments';
import { dayIn, idsIn, searchIn, wordsIn } from '../../../../lib/address.ts';
import { columnsIn, given, isReversed } from '../address.ts';

/** States that a person filters by: pending ones and those marked as expired are still open or overdue. */
export const shownStates = [
  'overdue',
  'due',
  'failed',
  'completed',
  'cancelled',
  'refunded',
] as const satisfies PaymentState[];
export type ShownState = (typeof shownStates)[number];

/** Filters of a list of payments, as the call takes them. */
export type PaymentFilters = {
  search?: string;
  status?: ShownState[];
  group_id?: string[];
  method?: PaymentMethod[];
  kind?: PaymentKind[];
  /** `YYYY-MM`. */
  due_month?: string;
  due_from?: string;
  due_to?: string;
  paid_from?: string;
  paid_to?: string;
};

/** Address of a list of payments. */
export type PaymentsSearch = PaymentFilters & {
  /** Absent: what is due first. */
  sort?: Exclude<PaymentSort, 'expiration_date'>;
  /** The participant whose detail is open beside the list. */
  participant?: string;
  /** The saved view that the list was opened with. */
  view?: string;
  /** Columns that are shown instead of those of the account; empty: none of those that can be chosen. */
  columns?: string[];
};

/** Columns of a list that nobody has changed; of one group's the purpose stands in place of the group. */
export const usualPaymentColumns: readonly string[] = [
  'group',
  'purpose',
  'state',
  'expiration_date',
  'method',
  'reference',
];

function monthIn(value: unknown): string | undefined {
  const isOne = typeof value === 'string' && isMonth(value);
  return isOne && dayIn(daysOfMonth(value).from) ? value : undefined;
}

/** Two days of a range; in the wrong order they filter nothing. */
function daysIn(from: unknown, to: unknown) {
  const days = [dayIn(from), dayIn(to)] as const;
  return isReversed(...days) ? [] : days;
}

/** Reads a list of payments out of an address; unknown parts are dropped. */
export function parsePaymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  const due_month = monthIn(search.due_month);
  const [due_from, due_to] = due_month ? [] : daysIn(search.due_from, search.due_to);
  const [paid_from, paid_to] = daysIn(search.paid_from, search.paid_to);
  return given({
    search: searchIn(search.search),
    status: wordsIn(search.status, shownStates),
    group_id: idsIn(search.group_id),
    method: wordsIn(search.method, paymentMethods),
    kind: wordsIn(search.kind, paymentKinds),
    due_month,
    due_from,
    due_to,
    paid_from,
    paid_to,
    sort: wordsIn(search.sort, paymentSortKeys)?.find((one) => one !== 'expiration_date'),
    participant: idsIn(search.participant)?.[0],
    view: idsIn(search.view)?.[0],
    columns: columnsIn(search.columns),
  });
}

/** The filters alone. */
export function filtersOf({
  sort: _,
  participant: __,
  view: ___,
  columns: ____,
  ...filters
}: PaymentsSearch): PaymentFilters {
  return filters;
}

/** What stays when all filters are taken away. */
export const withoutFilters = ({ participant, sort, columns }: PaymentsSearch): PaymentsSearch =>
  given({ participant, sort, columns });

/** Whether anything narrows the list. */
export const isFiltered = (search: PaymentsSearch): boolean => Object.keys(filtersOf(search)).length > 0;
