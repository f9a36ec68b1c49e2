import type { Payment } from '@vpisnik/contract/payments';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { centsOf } from '@vpisnik/contract/rules/money';
import { isReceived, type PaymentStatus, paymentMoves } from '@vpisnik/contract/rules/payments';
import { AppError, invalidFields } from '../../errors.ts';

/** What a change of a payment may hold; absent fields stay as they are. */
export type PaymentChange = { [Field in keyof Changeable]?: Changeable[Field] | undefined };
/** What becomes of the columns. */
type Settled = Partial<Changeable>;
type Changeable = Pick<
  Payment,
  | 'amount'
  | 'kind'
  | 'purpose'
  | 'expiration_date'
  | 'payment_date'
  | 'method'
  | 'notes'
  | 'reference_number'
  | 'invoice_number'
  | 'status'
  | 'status_reason'
>;

type Before = Pick<Payment, 'status' | 'amount' | 'payment_date' | 'method' | 'expiration_date'>;

/**
 * What a change makes of a payment, with what follows from another status: a paid one has a day and a method, one that is
 * open again has neither day nor receipt, and the reason of the status before is gone.
 *
 * @param today in the organisation's zone
 * @throws {AppError} move_not_allowed, invalid_fields
 */
export function settled(before: Before, change: PaymentChange, today: string): Settled {
  const { amount } = change;
  const status = change.status ?? (isPutOff(before, change, today) ? 'pending' : before.status);
  if (status !== before.status && !paymentMoves[before.status].includes(status))
    throw new AppError('move_not_allowed');
  // it would be overdue at once, and wait for its day no more
  const { expiration_date: day = before.expiration_date } = change;
  if (status === 'expired' && status !== before.status && day !== null && day >= today)
    throw new AppError('move_not_allowed');
  if (amount !== undefined && isReceived(before.status) && centsOf(amount) !== centsOf(before.amount))
    throw invalidFields([{ path: 'amount', code: 'amount_fixed' }]);
  const move = { ...change, status };
  const after = { ...given(move), ...followUp(before, move, today) };
  const problems = problemsOf(before, move, { ...before, ...after }, today);
  if (problems.length > 0) throw invalidFields(problems);
  return after;
}

/** A payment past its day that gets a later one is expected again. */
const isPutOff = ({ status }: Before, { expiration_date: day }: PaymentChange, today: string) =>
  status === 'expired' && day !== undefined && (day === null || day >= today);

/** A payment that was booked by mistake. */
const isCorrection = (from: PaymentStatus, to: PaymentStatus) => from === 'completed' && to === 'pending';

function followUp(before: Before, change: PaymentChange, today: string): Settled {
  const { status = before.status, status_reason = '' } = change;
  if (status === before.status) return {};
  if (status === 'completed')
    return { status_reason, payment_date: change.payment_date ?? before.payment_date ?? today };
  if (isCorrection(before.status, status))
    return { status_reason, payment_date: null, method: null, invoice_number: '' };
  return { status_reason };
}

const given = (change: PaymentChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Settled;

/** A paid one has a method and a day that has come, an open one no such day, and a correction its reason. */
function problemsOf(before: Before, change: PaymentChange, after: Before, today: string): FieldError[] {
  const { status } = after;
  const problems: FieldError[] = [];
  const refuse = (path: keyof PaymentChange, code: string) => problems.push({ path, code });
  if (isCorrection(before.status, status) && !change.status_reason) refuse('status_reason', 'required');
  if (!isReceived(status)) {
    if (change.payment_date) refuse('payment_date', 'payment_not_paid');
    return problems;
  }
  for (const field of ['method', 'payment_date'] as const)
    if (after[field] === null && (status !== before.status || change[field] === null))
      refuse(field, 'required');
  if (change.payment_date && change.payment_date > today) refuse('payment_date', 'date_in_future');
  return problems;
}

/**
 * The rest of a payment of which a part is paid.
 *
 * @returns its amount in cents
 * @throws {AppError} invalid_fields unless the part is smaller than the whole
 */
export function restOf(whole: string, part: string): bigint {
  const rest = centsOf(whole) - centsOf(part);
  if (rest <= 0n) throw invalidFields([{ path: 'amount', code: 'part_not_smaller' }]);
  return rest;
}
