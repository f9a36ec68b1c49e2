import type { Readable } from 'node:stream';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { slugOf } from '@vpisnik/contract/rules/slug';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { Slip } from '@vpisnik/contract/slips';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { streamed } from '../../http/streams.ts';
import { takingTurns } from '../../turns.ts';
import { selectToday } from '../sessions/today.ts';
import {
  type Payee,
  type PaymentRow,
  selectGroupName,
  selectOpen,
  selectPayee,
  selectPayment,
} from './queries.ts';
import { slipOf } from './rules.ts';
import type { Letterhead } from './sheet.ts';
import { slipWords } from './words.ts';

/** Documents at a time in this process, since drawing them costs much; how many more may wait, and of one organisation. */
const takeTurn = takingTurns(2, 20, 1);

/**
 * The payment data of an open payment.
 *
 * @throws {AppError} not_found, conflict (nothing is owed), payment_settings_missing
 */
export async function slip(scope: Scope, id: string): Promise<Slip> {
  const row = found(await selectPayment(scope, id));
  if (!isOpen(row)) throw new AppError('conflict');
  return slipOf(row, await payeeOf(scope), await selectToday(scope));
}

const isOpen = ({ status }: PaymentRow) => openStatuses.some((open) => open === status);

async function payeeOf(scope: Scope): Promise<Payee> {
  const payee = await selectPayee(scope);
  if (!payee) throw new AppError('payment_settings_missing');
  return payee;
}

/** What a document is made of, read at once: no transaction is open while it is sent. */
type Made = { rows: PaymentRow[]; payee: Payee; today: string; organizationId: string; name: string } & Pick<
  Scope,
  'language'
>;

/** Reads one open payment for its sheet of paper; throws as `slip`. */
export async function readOne(scope: Scope, id: string): Promise<Made> {
  const row = found(await selectPayment(scope, id));
  if (!isOpen(row)) throw new AppError('conflict');
  return made(scope, [row], `${slipWords[scope.language].file}-${row.reference.toLowerCase()}`);
}

/**
 * Reads the open payments of a group, which is written into the activity log.
 *
 * @throws {AppError} not_found, conflict (nothing is owed), payment_settings_missing
 */
export async function readGroup(scope: Scope, id: string): Promise<Made> {
  const name = bestText(found(await selectGroupName(scope, id)), scope.language).text;
  const rows = await selectOpen(scope, id);
  const read = await made(scope, rows, `${slipWords[scope.language].files}-${slugOf(name)}`);
  if (rows.length === 0) throw new AppError('conflict');
  await recordBy(scope, {
    action: 'payment_data_exported',
    entity: 'export',
    entity_id: id,
    changes: { name, count: rows.length },
  });
  return read;
}

async function made(scope: Scope, rows: PaymentRow[], name: string): Promise<Made> {
  const [payee, today] = await Promise.all([payeeOf(scope), selectToday(scope)]);
  const { organizationId, language } = scope;
  return { rows, payee, today, organizationId, language, name: `${name}-${today}.pdf` };
}

/** The document of what was read, sent while it is made. */
export function documentOf(
  { rows, payee, today, organizationId, language }: Made,
  signal: AbortSignal,
): Promise<Readable> {
  const inTurn: InScope<undefined> = (work) => takeTurn(() => work(undefined), organizationId, signal);
  function* slips() {
    for (const row of rows) yield slipOf(row, payee, today);
  }
  return streamed(inTurn, signal, async () => {
    const { slipsPdf } = await import('./pdf.ts');
    return slipsPdf(slips(), { letterhead: letterheadOf(payee), language, today });
  });
}

/** How an organisation names itself on paper. */
export function letterheadOf({
  name,
  contact_email,
  profile,
}: Pick<Payee, 'name' | 'contact_email' | 'profile'>): Letterhead {
  const { address, postal_code, city, phone_number } = profile;
  const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');
  return {
    name,
    lines: [
      joined(address, [postal_code, city].filter(Boolean).join(' ')),
      joined(contact_email, phone_number),
    ],
  };
}
