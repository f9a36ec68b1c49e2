import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import { parseAmount } from '@vpisnik/contract/rules/money';
import { daysOfMonth, type PaymentState } from '@vpisnik/contract/rules/payment-filter';
import { isOpen, openStatuses, paymentStatuses } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { selectMatching, selectTimeZone } from '../participants/filters.ts';

/** A filter as the queries take it: with the organisation's day, and with what is searched for taken apart. */
export type Filters = Omit<PaymentFilter, 'search' | 'due_month' | 'status'> & {
  states?: PaymentState[] | undefined;
  /** Words of the participant's name. */
  words?: string | undefined;
  /** Each is an amount, digits of a reference, or either. */
  numbers: Sought[];
  /** Today by the organisation's clocks. */
  today: string;
};

type Sought = { amount?: string | undefined; digits?: string | undefined };

/** Reads a filter for the queries; a month and days of being due narrow together. */
export async function filtersOf(
  scope: Scope,
  { search = '', due_month, status, ...filter }: PaymentFilter,
): Promise<Filters> {
  const today = localDay(new Date(), await selectTimeZone(scope));
  const month = due_month ? daysOfMonth(due_month) : undefined;
  const due_from = latest(filter.due_from, month?.from);
  const due_to = earliest(filter.due_to, month?.to);
  return { ...filter, due_from, due_to, states: status, ...soughtIn(search, scope.language), today };
}

const latest = (one = '', other = '') => (one > other ? one : other) || undefined;
const earliest = (one = '9999', other = '9999') => {
  const day = one < other ? one : other;
  return day === '9999' ? undefined : day;
};

/** Digits from which they may be part of a reference. */
const REFERENCE_DIGITS = 4;

const numeric = /^[+-]?[\d.,'/-]+$/;
const beside = /^(?:€|eur|si\d*|rf\d*)$/i;

/** Takes apart what is searched for: numbers beside each other are one, for instance `SI12 0001 234` or `1 234,50 €`. */
export function soughtIn(search: string, language: Language): Pick<Filters, 'words' | 'numbers'> {
  const words: string[] = [];
  const runs: string[] = [];
  let isRun = false;
  for (const token of search.split(/\s+/).filter(Boolean)) {
    const isNumber =
      (numeric.test(token) && /\d/.test(token)) || beside.test(token) || /^\d[\d.,]*€$/.test(token);
    if (!isNumber) words.push(token);
    else if (isRun) runs.push(`${runs.pop()} ${token}`);
    else runs.push(token);
    isRun = isNumber;
  }
  const numbers = runs.flatMap((run) => {
    const { amount } = parseAmount(run, language);
    const digits = run.replace(/^(?:SI\d\d|RF\d\d)/i, '').replace(/\D/g, '');
    const isReference = digits.length >= REFERENCE_DIGITS && !/[.,€]/.test(run);
    return [{ amount, digits: isReference ? digits : undefined }];
  });
  return { words: words.join(' ') || undefined, numbers };
}

/** Row-level security says the same, but no index can serve its "all groups or one of these". */
const own = (scope: Scope, ...filters: (SQL | undefined)[]) =>
  and(
    eq(payments.organization_id, scope.organizationId),
    scope.allGroups ? undefined : inArray(payments.group_id, [...scope.groupIds]),
    ...filters,
  );

/** The condition of payments in scope that match a filter, without that of their state. */
export function matchingButState(scope: Scope, filters: Filters): SQL | undefined {
  const { group_id, participant_id, method, kind, due_from, due_to, paid_from, paid_to } = filters;
  return own(
    scope,
    group_id && inArray(payments.group_id, group_id),
    participant_id && inArray(payments.participant_id, participant_id),
    method && inArray(payments.method, method),
    kind && inArray(payments.kind, kind),
    due_from === undefined ? undefined : gte(payments.expiration_date, due_from),
    due_to === undefined ? undefined : lte(payments.expiration_date, due_to),
    paid_from === undefined ? undefined : gte(payments.payment_date, paid_from),
    paid_to === undefined ? undefined : lte(payments.payment_date, paid_to),
    filters.words === undefined
      ? undefined
      : sql`${payments.participant_id} in (${selectMatching(scope, { search: filters.words }, sql`participants.id`)})`,
    ...filters.numbers.map(holds),
  );
}

/** The condition of payments in scope that match a filter. */
export const matchingOf = (scope: Scope, filters: Filters): SQL | undefined =>
  and(matchingButState(scope, filters), or(...(statesOf(filters) ?? [])));

/** Each status in turn that a filter leaves, with what today asks of its day: an index has each of them in order. */
export function statesOf({ states, today }: Filters): SQL[] | undefined {
  if (!states) return undefined;
  const asked = new Set(states);
  return paymentStatuses.flatMap((status): SQL[] => {
    const its = eq(payments.status, status) as SQL;
    if (asked.has(status)) return [its];
    const isLate = asked.has('overdue');
    const isAwaited = asked.has('due');
    if (status === 'expired') return isLate ? [its] : [];
    if (!isOpen(status) || !(isLate || isAwaited)) return [];
    if (isLate && isAwaited) return [its];
    const late = sql`${payments.expiration_date} < ${dayText(today)}`;
    return [sql`(${its} and ${isLate ? late : sql`(${late}) is not true`})`];
  });
}

/** SQL of the state that is summed up: of what is open, whether it is late. */
export const stateOf = (today: string): SQL<PaymentState> => sql`case
  when ${payments.status} = 'expired' then 'overdue'
  when ${inArray(payments.status, [...openStatuses])} then
    case when ${payments.expiration_date} < ${dayText(today)} then 'overdue' else 'due' end
  else ${payments.status} end`;

/** SQL: whether a payment is late. */
export const isLate = (today: string): SQL<boolean> => sql<boolean>`(${stateOf(today)}) = 'overdue'`;

/**
 * A day of the server's own, written out: prepared for any day, the statement would be planned as if a third of all payments
 * were late.
 */
const dayText = (today: string) => sql.raw(`'${Temporal.PlainDate.from(today)}'::date`);

/** Amounts are compared, and references searched, by operators that aren't leakproof; see `readerOf`. */
function holds({ amount, digits }: Sought): SQL {
  const isAmount = amount === undefined ? undefined : eq(payments.amount, amount);
  const isReference =
    digits === undefined
      ? undefined
      : sql`upper(regexp_replace(${payments.reference_number}, '[^0-9A-Za-z]', '', 'g')) like ${`%${digits}%`}`;
  return or(isAmount, isReference) ?? sql`false`;
}

/** Where a list reads: an index of amounts or references, which row-level security would keep it from, is open in the view. */
export const readerOf = ({ tx }: Scope, byAmount: boolean) =>
  byAmount ? tx.with(tx.$with('payments', {}).as(sql`select * from app.searchable_payments`)) : tx;

/** Whether a filter is served by an index of amounts or references. */
export const needsView = ({ numbers }: Filters): boolean => numbers.length > 0;
