import { type BulkReason, bulkLimits } from '@vpisnik/contract/bulk-jobs';
import type { OpenOf, PaymentAct, PaymentActPreview, PaymentSelection } from '@vpisnik/contract/payment-acts';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { paymentLimits } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { addressesOf, selectStatementDay, sends } from '../payment-mails/telling.ts';
import type { Kind } from './kind.ts';
import { acts } from './kinds.ts';
import { chooseOwed, type Owed, selectOwed, settleOwed } from './owed.ts';
import { createPlaces } from './places.ts';
import { requireSelection, selectChosen } from './selection.ts';

/** Payments that are judged with one round of questions to the database. */
const CHUNK = 5000;

/**
 * Tells what an act on chosen payments would do, by the rules of the act itself; nothing is locked or written.
 *
 * @throws {AppError} forbidden, selection_empty, selection_too_large, selection_changed, invalid_fields
 */
export async function previewOfPayments(
  scope: Scope,
  { kind: name, ...parameters }: PaymentAct,
  given: PaymentSelection | OpenOf,
): Promise<PaymentActPreview> {
  const kind = acts[name] as Kind<unknown, Owed>;
  if (scope.rank < kind.rank) throw new AppError('forbidden');
  await kind.check?.(scope, parameters);
  const { selection, idle } = await settleOwed(scope, given);
  if (idle === 0) requireSelection(selection);
  const { ids, unknown } = await selectChosen(scope, selection, await chooseOwed(scope, selection));
  const judge = kind.judge(scope, parameters, createPlaces(scope));
  const skipped = new Map<BulkReason, number>();
  const named = new Map<string, BulkReason>();
  const sums = new Map<string, bigint>();
  const skip = (id: string, reason: BulkReason) => {
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    if (named.size < bulkLimits.named) named.set(id, reason);
  };
  const type = kind.tells?.(parameters);
  const isTold = type === 'payment_reminder' || (type === 'payment_received' && (await sends(scope, type)));
  const addresses = new Set<string>();
  let changes = 0;
  let sample: PaymentActPreview['sample'] = null;
  if (idle > 0) skipped.set('nothing_open', idle);
  for (let at = 0; at < ids.length; at += CHUNK) {
    const payments = await selectOwed(scope, ids.slice(at, at + CHUNK));
    const verdicts = await judge(payments);
    if (type && isTold) {
      const told = payments.filter((_, index) => !verdicts[index]?.reason);
      const ids = told.map(({ participant_id }) => participant_id);
      for (const address of await addressesOf(scope, type, ids)) addresses.add(address);
      if (type === 'payment_reminder') sample ??= sampleOf(told);
    }
    for (const [index, { id, amount, currency }] of payments.entries()) {
      const reason = verdicts[index]?.reason;
      if (reason) skip(id, reason);
      else {
        changes += 1;
        sums.set(currency, (sums.get(currency) ?? 0n) + centsOf(amount));
      }
    }
  }
  for (const id of unknown) skip(id, 'not_found');
  return {
    total_count: ids.length + unknown.length,
    change_count: changes,
    skipped: [...skipped].map(([reason, count]) => ({ reason, count })),
    mail_count: addresses.size,
    statement_day: type === 'payment_reminder' ? await selectStatementDay(scope) : null,
    sample,
    totals: [...sums].toSorted().map(([currency, cents]) => ({ currency, amount: wireOf(cents) })),
    rows: await rowsOf(scope, named),
  };
}

/** The first recipient of a mail about payments, with as many of their payments as one query may ask about. */
function sampleOf(told: readonly Owed[]): PaymentActPreview['sample'] {
  const [first] = told;
  if (!first) return null;
  const { participant_id } = first;
  const its = told.filter((one) => one.participant_id === participant_id);
  return { participant_id, payment_ids: its.slice(0, paymentLimits.instalments).map(({ id }) => id) };
}

/** Whose the payments are that would be skipped. */
async function rowsOf(scope: Scope, named: Map<string, BulkReason>): Promise<PaymentActPreview['rows']> {
  type Row = Omit<PaymentActPreview['rows'][number], 'reason' | 'warnings' | 'missing'> & { id: string };
  const { rows } = await scope.tx.execute<Row>(sql`
    select owed.id, p.id as participant_id, p.name, p.group_id, g.name as group_name,
      jsonb_build_object('id', owed.id, 'purpose', owed.purpose, 'amount', owed.amount::text, 'currency', owed.currency)
        as payment
    from payments owed
    join participants p on p.organization_id = owed.organization_id and p.id = owed.participant_id
    join groups g on g.organization_id = p.organization_id and g.id = p.group_id
    where owed.organization_id = ${scope.organizationId} and owed.id = any (${sql.param([...named.keys()])}::uuid[])
  `);
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  const nobody = { name: null, group_id: null, group_name: null, payment: null };
  return [...named].map(([id, reason]) => {
    return { participant_id: id, ...(byId.get(id) ?? nobody), reason, warnings: [], missing: [] };
  });
}
