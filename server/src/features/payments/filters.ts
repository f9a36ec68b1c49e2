import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import { parseAmount } from '@vpisnik/contract/rules/money';
import { daysOfMonth, type PaymentState } from '@vpisnik/contract/rules/payment-filter';
import { isOpen, openStatuses, type PaymentStatus, paymentStatuses } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import { and, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { selectMatching, selectTimeZone } from '../participants/filters.ts';
import { soughtPhone } from '../participants/search.ts';

/** A filter as the queries take it: with the organisation's day, and with the search taken apart. */
export type Filters = Omit<PaymentFilter, 'search' | 'due_month' | 'status'> & {
  states?: PaymentState[] | undefined;
  /** Words of the participant's name; undefined where `people` has the matching participants. */
  words?: string | undefined;
  /** Participants whose names hold the words. */
  people?: string[] | undefined;
  /** Each is an amount, digits of a reference, a telephone, or any of these. */
  numbers: Sought[];
  /** What references begin with, while that is too little to be looked up: `SI12`. */
  model?: string | undefined;
  /** Today by the organisation's clocks. */
  today: string;
};

type Sought = {
  amount?: string | undefined;
  digits?: string | undefined;
  phone?: string | undefined;
  /** Participants found by the telephone. */
  people?: string[] | undefined;
};

/** Reads a filter for the queries; a month and days of being due narrow together. */
export async function filtersOf(
  scope: Scope,
  { search = '', due_month, status, ...filter }: PaymentFilter,
): Promise<Filters> {
  const today = localDay(new Date(), await selectTimeZone(scope));
  const month = due_month ? daysOfMonth(due_month) : undefined;
  const due_from = latest(filter.due_from, month?.from);
  const due_to = earliest(filter.due_to, month?.to);
  const sought = soughtIn(search, scope.language);
  const people = sought.words && (await selectPeople(scope, sought.words));
  const numbers: Sought[] = [];
  for (const one of sought.numbers)
    numbers.push(one.phone === undefined ? one : { ...one, people: await selectPeople(scope, one.phone) });
  return {
    ...filter,
    due_from,
    due_to,
    states: status,
    ...sought,
    numbers,
    ...(people && { words: undefined, people }),
    today,
  };
}

/** Participants that are named in a statement at most. */
const MOST_PEOPLE = 1000;

/** Named participants tell the planner how many they are, unlike a search; undefined when they are too many for that. */
async function selectPeople(scope: Scope, words: string): Promise<string[] | undefined> {
  const found = selectMatching(scope, { search: words }, sql`participants.id`);
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`${found} limit ${sql.raw(`${MOST_PEOPLE + 1}`)}`,
  );
  return rows.length > MOST_PEOPLE ? undefined : rows.map(({ id }) => id);
}

const latest = (one = '', other = '') => (one > other ? one : other) || undefined;
const earliest = (one = '9999', other = '9999') => {
  const day = one < other ? one : other;
  return day === '9999' ? undefined : day;
};

/** Digits from which they may be part of a reference. */
const REFERENCE_DIGITS = 4;

const numeric = /^(?:[+-]?[\d.,'/-]+|[+\d()/.-]+)$/;
const beside = /^(?:€|eur|si\d*|rf\d*)$/i;

/** Takes a search apart: numbers beside each other are one, for instance `SI12 0001 234`, `1 234,50 €` or `031 777 188`. */
export function soughtIn(search: string, language: Language): Pick<Filters, 'words' | 'numbers' | 'model'> {
  const runs: { text: string; isNumber: boolean }[] = [];
  for (const token of search.split(/\s+/).filter(Boolean)) {
    const isNumber =
      (numeric.test(token) && /\d/.test(token)) || beside.test(token) || /^\d[\d.,]*€$/.test(token);
    const last = runs.at(-1);
    if (last?.isNumber === isNumber) last.text += ` ${token}`;
    else runs.push({ text: token, isNumber });
  }
  // a surname may be Si, and nothing but a currency is no number
  const holdsNumber = ({ text, isNumber }: (typeof runs)[number]) =>
    isNumber && /\d/.test(text) && (!/[()]/.test(text) || soughtPhone(text) !== undefined);
  const words = runs.filter((run) => !holdsNumber(run)).map(({ text }) => text);
  // its model, and fewer digits than are looked up
  const modelIn = ({ text }: (typeof runs)[number]) =>
    /^(?:SI|RF)\d{2,5}$/i.exec(text.replace(/\s/g, ''))?.[0].toUpperCase();
  const begun = runs.find((run) => modelIn(run) !== undefined);
  const sought = runs.filter((run) => holdsNumber(run) && run !== begun);
  const numbers = sought.flatMap(({ text: run }) => {
    const { amount } = parseAmount(run, language);
    const digits = run.replace(/^(?:SI\d\d|RF\d\d)/i, '').replace(/\D/g, '');
    const isReference = digits.length >= REFERENCE_DIGITS && !/[.,€]/.test(run);
    return [{ amount, digits: isReference ? digits : undefined, phone: soughtPhone(run) }];
  });
  return { words: words.join(' ') || undefined, numbers, model: begun && modelIn(begun) };
}

/** Row-level security says the same, but no index can serve its "all groups or one of these". */
const own = (scope: Scope, ...filters: (SQL | undefined)[]) =>
  and(
    eq(payments.organization_id, scope.organizationId),
    scope.allGroups ? undefined : inArray(payments.group_id, [...scope.groupIds]),
    ...filters,
  );

/**
 * The condition of payments in scope that match a filter, without that of their state.
 *
 * @param isWalked whether they are gone along in an order until a page is full
 */
export function matchingButState(scope: Scope, filters: Filters, isWalked = false): SQL | undefined {
  const { group_id, participant_id, method, kind, due_from, due_to, paid_from, paid_to } = filters;
  return own(
    scope,
    group_id && inArray(payments.group_id, group_id),
    participant_id && inArray(payments.participant_id, participant_id),
    filters.people && sql`${payments.participant_id} = any (${sql.param(filters.people)}::uuid[])`,
    method && inArray(payments.method, method),
    kind && inArray(payments.kind, kind),
    due_from === undefined ? undefined : gte(payments.expiration_date, due_from),
    due_to === undefined ? undefined : lte(payments.expiration_date, due_to),
    paid_from === undefined ? undefined : gte(payments.payment_date, paid_from),
    paid_to === undefined ? undefined : lte(payments.payment_date, paid_to),
    filters.model === undefined ? undefined : sql`${payments.reference_key} like ${`${filters.model}%`}`,
    filters.words === undefined ? undefined : named(scope, filters, isWalked),
  );
}

/** Payments of participants whose names hold words; there may be many. */
function named(scope: Scope, { words: search, numbers }: Filters, isWalked: boolean): SQL {
  const among = (...further: SQL[]) => selectMatching(scope, { search }, sql`participants.id`, ...further);
  const id = payments.participant_id;
  // a payment that is walked past asks for its participant; without `offset` that would be a join that begins with all of them
  if (isWalked) return sql`exists (${among(sql`participants.id = ${id}`)} offset 0)`;
  // what is found by numbers looks them up in a table; without `is true` that would be a join, too
  if (numbers.length > 0) return sql`(${id} in (${among()})) is true`;
  return sql`${id} in (${among()})`;
}

/** The condition of payments in scope that match a filter. */
export const matchingOf = (scope: Scope, filters: Filters): SQL | undefined =>
  and(matchingButState(scope, filters), anyState(filters));

/** A list of statuses, along which an index runs, and conditions on today for some of them. */
function anyState(filters: Filters): SQL | undefined {
  const asked = new Set(filters.states ?? paymentStatuses);
  const isEither = asked.has('overdue') || asked.has('due');
  const among = paymentStatuses.filter((status) => asked.has(status) || (isEither && isOpen(status)));
  return and(isStatus(...among), isEither ? or(...statesOf(filters)) : undefined);
}

/**
 * Each status in turn that a filter leaves, with what today asks of its day. All of them are named also without such a filter:
 * the index that has the days of each status in order then serves lists and sums of all.
 */
export function statesOf({ states, today }: Filters): SQL[] {
  const asked = new Set(states ?? paymentStatuses);
  return paymentStatuses.flatMap((status): SQL[] => {
    const its = isStatus(status);
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

/** Written out, as days are below: how many payments have a status is known, of any status it is guessed. */
const isStatus = (...status: PaymentStatus[]) =>
  sql`${payments.status} in (${sql.raw(status.map((one) => `'${one}'`).join(', '))})`;

/** SQL of the state that is summed up; open payments are due or late. */
export const stateOf = (today: string): SQL<PaymentState> => sql`case
  when ${payments.status} = 'expired' then 'overdue'
  when ${isStatus(...openStatuses)} then
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
function holds({ amount, digits, people }: Sought): SQL {
  const isAmount = amount === undefined ? undefined : eq(payments.amount, amount);
  const isReference = digits === undefined ? undefined : sql`${payments.reference_key} like ${`%${digits}%`}`;
  const isTheirs = people && sql`${payments.participant_id} = any (${sql.param(people)}::uuid[])`;
  return or(isAmount, isReference, isTheirs) ?? sql`false`;
}

/**
 * SQL of the payments that a list reads where row-level security would keep it from an index: in the order of amounts, and by
 * amounts and references that are sought. The latter are found first, whatever the planner believes how many they are: walked along
 * in the list's order, all would be read for the few.
 */
export function sourceOf({ numbers }: Filters, byAmount = false): SQL | undefined {
  const all = sql`select * from app.searchable_payments as ${payments}`;
  if (numbers.length > 0) return sql`${all} where ${and(...numbers.map(holds))} offset 0`;
  return byAmount ? all : undefined;
}

/** Where a list reads its payments. */
export function readerOf({ tx }: Scope, filters: Filters, byAmount = false) {
  const source = sourceOf(filters, byAmount);
  return source ? tx.with(tx.$with('payments', {}).as(source)) : tx;
}

/** Whether the search or the person leaves few: they are found by that, and then sorted. */
export const isNarrow = (filters: Filters): boolean =>
  filters.numbers.length > 0 || filters.people !== undefined || filters.participant_id !== undefined;
