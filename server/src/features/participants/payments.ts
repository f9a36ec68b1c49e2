import type { ParticipantSummary } from '@vpisnik/contract/participants';
import type { PaymentStand } from '@vpisnik/contract/rules/participant-filter';
import { openStatuses, type PaymentStatus } from '@vpisnik/contract/rules/payments';
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import { participants, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Written out, like days below: how many payments have a status is known, of any status it is guessed. */
const isStatus = (...status: PaymentStatus[]) =>
  sql`${payments.status} in (${sql.raw(status.map((one) => `'${one}'`).join(', '))})`;
const isOpen = isStatus(...openStatuses);
const isPaid = isStatus('completed');
/** What was cancelled or given back is as if it had never been asked for. */
const isKept = isStatus(...openStatuses, 'completed');

/**
 * A day of the server's own, written out: prepared for any day, the statement would be planned as if a third of all payments
 * were overdue.
 */
const dayText = (day: string) => sql.raw(`'${Temporal.PlainDate.from(day)}'::date`);

/** Open, and marked as expired or past its day. */
const lateOn = (today: string) =>
  sql`(${isOpen} and (${isStatus('expired')} or ${payments.expiration_date} < ${dayText(today)}))`;

/** Whether they have a payment like this. */
const has = ({ organizationId }: Scope, condition: SQL) => sql`exists (
  select from ${payments} where ${payments.organization_id} = ${organizationId}
    and ${payments.participant_id} = ${participants.id} and ${condition})`;

/** The condition of participants in one of these states of payment. */
export function standing(scope: Scope, stands: readonly PaymentStand[], today: string): SQL | undefined {
  const of: Record<PaymentStand, () => SQL | undefined> = {
    none: () => not(has(scope, isKept)),
    open: () => has(scope, isOpen),
    overdue: () => has(scope, lateOn(today)),
    paid: () => and(has(scope, isPaid), not(has(scope, isOpen))),
  };
  return or(...stands.map((stand) => of[stand]()));
}

/** What participants in scope owe and have paid, each currency for itself; in exact decimals. */
export async function selectBalances(
  scope: Scope,
  ids: string[],
  today: string,
): Promise<Map<string, NonNullable<ParticipantSummary['balances']>>> {
  if (ids.length === 0) return new Map();
  const sumOf = (condition: SQL) =>
    sql<string>`coalesce(sum(${payments.amount}) filter (where ${condition}), 0.00)::text`;
  const rows = await scope.tx
    .select({
      id: payments.participant_id,
      currency: payments.currency,
      open: sumOf(isOpen),
      overdue: sumOf(lateOn(today)),
      received: sumOf(isPaid),
    })
    .from(payments)
    .where(
      and(eq(payments.organization_id, scope.organizationId), inArray(payments.participant_id, ids), isKept),
    )
    .groupBy(payments.participant_id, payments.currency)
    .orderBy(payments.currency);
  const its = Map.groupBy(rows, ({ id }) => id);
  return new Map(ids.map((id) => [id, (its.get(id) ?? []).map(({ id: _, ...balance }) => balance)]));
}
