import { contract } from '@vpisnik/contract/contract';
import type { Payment } from '@vpisnik/contract/payments';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { isDeletable, type PaymentMethod, paymentMoves } from '@vpisnik/contract/rules/payments';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { takenBack } from '../../db/taken-back.ts';
import { AppError, found, requireVersion } from '../../errors.ts';
import { requireParticipant } from '../participant-notes/queries.ts';
import { writtenReminder } from '../payment-mails/preview.ts';
import { remindPayments } from '../payment-mails/remind.ts';
import { quietly, selectMailsTo } from '../payment-mails/telling.ts';
import { selectToday } from '../sessions/today.ts';
import {
  balancesOf,
  deletePayment,
  holdParticipant,
  insertPayments,
  listOfParticipant,
  lockPayment,
  selectOpen,
  selectPayment,
  selectPayments,
  selectReminders,
  selectSplitTotal,
  updatePayment,
} from './queries.ts';
import { restOf, settled } from './rules.ts';

type Calls = typeof contract.payments;
const { reply } = contract.payments.get;

/** A page of a participant's payments by their day, with their sums. */
export async function ofParticipant(
  scope: Scope,
  participantId: string,
  query: z.output<Calls['ofParticipant']['query']>,
) {
  await requireParticipant(scope, participantId);
  const today = await selectToday(scope);
  const [page, balances, reminders, mails] = await Promise.all([
    listOfParticipant(scope, today, participantId, query),
    balancesOf(scope, today, participantId),
    selectReminders(scope, participantId),
    selectMailsTo(scope, participantId),
  ]);
  return { ...page, balances, ...reminders, mails };
}

/**
 * Reminds a participant of overdue payments, else of open ones.
 *
 * @throws {AppError} not_found, reminded_recently, not_remindable, payment_settings_missing
 */
export async function remind(
  scope: Scope,
  participantId: string,
  again: boolean,
): Promise<{ payments: number }> {
  await holdParticipant(scope, participantId);
  return remindOf(scope, await selectTold(scope, participantId), again);
}

/**
 * The mail that reminding a participant now would send: it is written and taken back.
 *
 * @param paymentIds of which of their open payments; none: of overdue, else of open ones
 * @throws {AppError} not_found, not_remindable, payment_settings_missing
 */
export function showReminder(
  scope: Scope,
  participantId: string,
  paymentIds: readonly string[],
  publicUrl: string,
) {
  return takenBack(scope, async () => {
    await holdParticipant(scope, participantId);
    const ids = await selectTold(scope, participantId, paymentIds);
    await remindOf(scope, ids, true);
    return writtenReminder(scope, ids[0] ?? '', publicUrl);
  });
}

/** Payments that a participant is reminded of: the chosen open ones, else overdue ones, else all open ones. */
async function selectTold(scope: Scope, participantId: string, chosen: readonly string[] = []) {
  const open = await selectOpen(scope, await selectToday(scope), participantId);
  const late = open.filter(({ overdue }) => overdue);
  const among = chosen.length > 0 ? open.filter(({ id }) => chosen.includes(id)) : late;
  return (among.length > 0 || chosen.length > 0 ? among : open).map(({ id }) => id);
}

async function remindOf(scope: Scope, ids: string[], again: boolean): Promise<{ payments: number }> {
  const judged = await remindPayments(scope, ids, { again });
  const recent = judged.some(({ obstacle }) => obstacle === 'reminded_recently');
  if (recent && !again) throw new AppError('reminded_recently');
  if (
    ids.length === 0 ||
    judged.some(({ obstacle }) => obstacle !== null && obstacle !== 'reminded_recently')
  )
    throw new AppError('not_remindable');
  return { payments: ids.length };
}

/** One payment in scope. */
export async function get(scope: Scope, id: string): Promise<Payment> {
  return found(await selectPayment(scope, await selectToday(scope), id));
}

/**
 * Adds payments to a participant in the organisation's currency, all or none. Those that were added before, told by their
 * ids, are answered as they are.
 *
 * @throws {AppError} not_found, invalid_fields with the place of the payment, idempotency_conflict
 */
export async function add(
  scope: Scope,
  participantId: string,
  { payments: added, notify }: z.output<Calls['create']['body']>,
): Promise<Payment[]> {
  const { group_id } = await holdParticipant(scope, participantId);
  const today = await selectToday(scope);
  const currency = await selectCurrency(scope);
  const rows = added.map((one, at) => {
    const change = withPlace(`payments.${at}.`, () =>
      settled({ ...one, status: 'pending', payment_date: null }, one, today),
    );
    return { ...one, ...change, participant_id: participantId, group_id, currency };
  });
  const ids = await quietly(scope, !notify, () => insertPayments(scope, rows));
  if (ids.length === rows.length) {
    const made = new Map((await selectPayments(scope, today, ids)).map((one) => [one.id, one]));
    return ids.map((id) => found(made.get(id)));
  }
  const sent = added.flatMap(({ id }) => id ?? []);
  const there = new Map((await selectPayments(scope, today, sent)).map((one) => [one.id, one]));
  return rows.map((row) => {
    const before = there.get(row.id ?? '');
    if (there.size < rows.length || !before || !isSame(before, row))
      throw new AppError('idempotency_conflict');
    return before;
  });
}

/** Whether a payment is the one that is sent again. */
const isSame = (before: Payment, sent: Pick<Payment, (typeof facts)[number]>) =>
  centsOf(before.amount) === centsOf(sent.amount) &&
  facts.every((fact) => fact === 'amount' || before[fact] === sent[fact]);
/** What tells payments apart that were sent with the same id. */
const facts = ['participant_id', 'amount', 'kind', 'purpose', 'expiration_date'] as const;

/** Tells errors of fields by their path in the whole body. */
function withPlace<T>(place: string, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof AppError) || !error.extra.errors) throw error;
    const errors = error.extra.errors.map((one) => ({ ...one, path: place + one.path }));
    throw new AppError(error.code, { ...error.extra, errors });
  }
}

/** The currency in which an organisation's payments are made. */
export async function selectCurrency(scope: Scope): Promise<string> {
  const [row] = await scope.tx
    .select({ currency: organizations.currency })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  return found(row).currency;
}

/**
 * Changes a payment on the version that was seen.
 *
 * @throws {AppError} edit_conflict, move_not_allowed, invalid_fields
 */
export async function update(
  scope: Scope,
  id: string,
  { version, notify, ...change }: z.output<Calls['update']['body']>,
): Promise<Payment> {
  const today = await selectToday(scope);
  const current = await lockPayment(scope, today, id);
  requireVersion(current, version, reply);
  const next = settled(current, change, today);
  await quietly(scope, !notify, () => updatePayment(scope, id, next));
  return get(scope, id);
}

type PaidPart = {
  amount: string;
  payment_date: string | null;
  method: PaymentMethod;
  invoice_number?: string;
  notify?: boolean;
  version?: number | undefined;
};

/**
 * Splits an open payment of which a part was paid: it keeps that part and is completed, the rest becomes a payment that
 * is expected like it was before. Both together are what it was.
 *
 * @throws {AppError} not_found, edit_conflict, move_not_allowed, invalid_fields
 */
export async function payPart(
  scope: Scope,
  id: string,
  { version, amount, notify = true, ...paid }: PaidPart,
): Promise<{ paid: Payment; rest: Payment }> {
  const today = await selectToday(scope);
  const whole = await lockPayment(scope, today, id);
  requireVersion(whole, version, reply);
  if (!paymentMoves[whole.status].includes('completed')) throw new AppError('move_not_allowed');
  const rest = restOf(whole.amount, amount);
  // one that was corrected may be paid in part again
  const split_total = whole.split_total ?? (await selectSplitTotal(scope, whole)) ?? whole.amount;
  const part = { amount, ...settled(whole, { ...paid, status: 'completed' }, today) };
  // a mail that asks for the rest still leaves: it takes the place of the one that asked for the whole
  await quietly(scope, !notify, () => updatePayment(scope, id, part));
  const { id: _, created_at, updated_at, version: __, overdue, invoice_number, notes, ...same } = whole;
  const [restId = ''] = await insertPayments(scope, [
    {
      ...{ ...same, amount: wireOf(rest), payment_date: null, status_reason: '' },
      ...{ split_from: id, split_total },
    },
  ]);
  return { paid: await get(scope, id), rest: await get(scope, restId) };
}

/**
 * Deletes a payment of which nothing was received; one that was paid in part once is cancelled instead, since its rest would
 * have lost its whole.
 *
 * @throws {AppError} not_found, payment_not_deletable
 */
export async function remove(scope: Scope, id: string): Promise<undefined> {
  const payment = await lockPayment(scope, await selectToday(scope), id);
  const isWhole = (await selectSplitTotal(scope, payment)) !== undefined;
  if (isWhole || !isDeletable(payment.status)) throw new AppError('payment_not_deletable');
  await deletePayment(scope, id);
}
