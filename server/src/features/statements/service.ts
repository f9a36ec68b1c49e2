import { contract } from '@vpisnik/contract/contract';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { centsOf, parseAmount } from '@vpisnik/contract/rules/money';
import { statementLimits } from '@vpisnik/contract/rules/statements';
import type { BankEntry, BankStatement, StatementDetail } from '@vpisnik/contract/statements';
import type { z } from 'zod';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields, requireVersion } from '../../errors.ts';
import { payPart } from '../payments/service.ts';
import { selectToday } from '../sessions/today.ts';
import {
  type Booking,
  completePayments,
  insertBookings,
  type LockedEntry,
  type LockedPayment,
  lockEntries,
  lockPayments,
  selectBookedIds,
  takeBack,
} from './booking.ts';
import { searchPayable } from './candidates.ts';
import { payableOf, withProposals } from './proposals.ts';
import {
  lockBookings,
  lockEntry,
  lockStatements,
  selectAlike,
  selectEntriesOf,
  selectEntry,
  selectStatement,
  updateAside,
} from './queries.ts';

type Calls = typeof contract.statements;

/** A statement with its transfers and what they probably pay. */
export async function get(scope: Scope, id: string): Promise<StatementDetail> {
  const statement = found(await selectStatement(scope, id));
  const entries = await withProposals(scope, statement.currency, await selectEntriesOf(scope, id));
  return { ...statement, entries, alike: await selectAlike(scope, id) };
}

type Asked = z.output<Calls['confirm']['body']>['entries'];
type Confirmed = z.output<Calls['confirm']['reply']>;

/**
 * Books transfers on payments. What changed since it was seen is skipped and told; the others are booked.
 *
 * @throws {AppError} not_found, invalid_fields
 */
export async function confirm(scope: Scope, id: string, asked: Asked): Promise<Confirmed> {
  requireOnce(asked);
  await lockBookings(scope);
  const payments = await lockPayments(
    scope,
    asked.flatMap((one) => one.payments.map((payment) => payment.id)),
  );
  const entries = await lockEntries(
    scope,
    asked.map((one) => one.id),
  );
  found(await selectStatement(scope, id));
  const taken = new Set<string>();
  const judged = asked.map((one, at) => {
    const its = judge(one, `entries.${at}`, id, entries, payments);
    if ('code' in its) return its;
    // an earlier transfer of these splits or completes it
    if (one.payments.some((payment) => taken.has(payment.id)))
      return { id: one.id, code: 'payment_changed' as const };
    for (const payment of one.payments) taken.add(payment.id);
    return its;
  });
  const ready = judged.flatMap((one) => ('code' in one ? [] : [one]));
  const today = await selectToday(scope);
  // a bank's day may be ahead of the organisation's
  const dayOf = ({ day }: LockedEntry) => (day < today ? day : today);
  await completePayments(
    scope,
    ready.flatMap(({ entry, whole }) => whole.map((one) => ({ id: one.id, day: dayOf(entry) }))),
  );
  const bookings: Booking[] = [];
  for (const { entry, whole, linked, parts } of ready) {
    const of = { entry_id: entry.id, rest_id: null };
    bookings.push(
      ...whole.map((one) => ({ ...of, payment_id: one.id, amount: one.amount, completes: true })),
    );
    bookings.push(
      ...linked.map((one) => ({ ...of, payment_id: one.id, amount: one.amount, completes: false })),
    );
    for (const { id: payment_id, amount } of parts) {
      const paid = { amount, payment_date: dayOf(entry), method: 'bank_transfer' as const };
      const { rest } = await payPart(scope, payment_id, paid);
      bookings.push({ ...of, payment_id, amount, completes: true, rest_id: rest.id });
    }
  }
  await insertBookings(scope, id, bookings, payments);
  const skipped = judged.flatMap((one) => ('code' in one ? [{ id: one.id, code: one.code }] : []));
  return { booked: ready.length, skipped };
}

/** Each transfer once, and each payment of one. */
function requireOnce(asked: Asked): void {
  const twice = (paths: [id: string, path: string][]) =>
    paths.filter(([id], at) => paths.findIndex(([other]) => other === id) < at).map(([, path]) => path);
  const paths = [
    ...twice(asked.map(({ id }, at) => [id, `entries.${at}.id`])),
    ...asked.flatMap(({ payments }, at) =>
      twice(payments.map(({ id }, place) => [id, `entries.${at}.payments.${place}.id`])),
    ),
  ];
  if (paths.length > 0) throw invalidFields(paths.map((path): FieldError => ({ path, code: 'duplicate' })));
}

type Share = { id: string; amount: string };
type Judged =
  | { id: string; code: Confirmed['skipped'][number]['code'] }
  | { entry: LockedEntry; whole: Share[]; linked: Share[]; parts: Share[] };

/** What booking a transfer would do, or what changed since it was seen. */
function judge(
  { id, payments }: Asked[number],
  path: string,
  statementId: string,
  entries: ReadonlyMap<string, LockedEntry>,
  known: ReadonlyMap<string, LockedPayment>,
): Judged {
  const entry = found(entries.get(id));
  if (entry.statement_id !== statementId) throw new AppError('not_found');
  const shares = payments.flatMap((payment) => {
    const its = known.get(payment.id);
    return its ? [{ ...payment, its }] : [];
  });
  // deleted meanwhile, or never one of these
  if (shares.length < payments.length) return { id, code: 'payment_changed' };
  if (shares.some(({ its }) => its.currency !== entry.currency))
    throw invalidFields([{ path, code: 'statement_currency' }]);
  const isSame = ({ its, version, amount }: (typeof shares)[number]) =>
    its.version === version && (its.is_open || (its.is_booked && centsOf(amount) === centsOf(its.amount)));
  if (!shares.every(isSame)) return { id, code: 'payment_changed' };
  const tooLarge = shares.findIndex(({ its, amount }) => centsOf(amount) > centsOf(its.amount));
  if (tooLarge >= 0)
    throw invalidFields([{ path: `${path}.payments.${tooLarge}.amount`, code: 'amount_too_large' }]);
  const sum = shares.reduce((total, { amount }) => total + centsOf(amount), 0n);
  if (entry.aside !== null || sum > centsOf(entry.rest)) return { id, code: 'entry_changed' };
  const isWhole = ({ its, amount }: (typeof shares)[number]) => centsOf(amount) === centsOf(its.amount);
  return {
    entry,
    whole: shares.filter((one) => one.its.is_open && isWhole(one)),
    linked: shares.filter((one) => one.its.is_booked),
    parts: shares.filter((one) => one.its.is_open && !isWhole(one)),
  };
}

/**
 * Undoes an import as a whole.
 *
 * @throws {AppError} not_found, undo_not_possible when one of its payments was changed, or when it was undone already
 */
export async function undo(scope: Scope, id: string): Promise<BankStatement> {
  await lockStatements(scope);
  const statement = found(await selectStatement(scope, id));
  if (statement.undone_at !== null) throw new AppError('undo_not_possible');
  await lockPayments(scope, await selectBookedIds(scope, id));
  const before = await selectEntriesOf(scope, id);
  await lockEntries(
    scope,
    before.map((one) => one.id),
  );
  const entries = await selectEntriesOf(scope, id);
  if (entries.some(({ paid }) => paid.some(({ is_changed }) => is_changed)))
    throw new AppError('undo_not_possible');
  await takeBack(scope, id, await selectToday(scope));
  const { file_name, entry_count: count, total } = statement;
  await recordBy(scope, {
    action: 'statement_undone',
    entity: 'statement',
    entity_id: id,
    changes: { file_name, count, total },
  });
  return found(await selectStatement(scope, id));
}

/**
 * Sets aside the rest of a transfer, or lets it wait for a payment again.
 *
 * @throws {AppError} not_found, edit_conflict
 */
export async function update(
  scope: Scope,
  id: string,
  { aside, version }: z.output<typeof contract.bank_entries.update.body>,
): Promise<BankEntry> {
  found(await lockEntry(scope, id));
  requireVersion(found(await selectEntry(scope, id)), version, contract.bank_entries.update.reply);
  await updateAside(scope, id, aside);
  return found(await selectEntry(scope, id));
}

/** Payments that a transfer may pay, by a name, a telephone, a reference or an amount as people type it. */
export async function payable(scope: Scope, id: string, search = '') {
  const entry = found(await selectEntry(scope, id));
  const amount = parseAmount(search, scope.language).amount ?? null;
  const asked = { words: search, amount, digits: search.replace(/[^0-9A-Za-z]/g, '').toUpperCase() };
  const isReference = /\d{4}/.test(asked.digits);
  const rows = await searchPayable(
    scope,
    { amount: entry.rest, currency: entry.currency },
    { ...asked, digits: isReference ? asked.digits : '' },
    statementLimits.found,
  );
  return { results: rows.map(payableOf) };
}
