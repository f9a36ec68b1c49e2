import type { Payment, PaymentBalance, RemindedPayment } from '@vpisnik/contract/payments';
import { openStatuses, receivedStatuses } from '@vpisnik/contract/rules/payments';
import { and, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { instantText } from '../../db/instants.ts';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import { participants, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';

const { organization_id, bulk_job_id: _, reference_key: __, ...plain } = getColumns(payments);
const { id, participant_id, status, expiration_date } = plain;

/** Open, and marked as expired or past its day. */
const overdue = (today: string) =>
  sql<boolean>`${inArray(status, [...openStatuses])} and (${status} = 'expired' or coalesce(${expiration_date} < ${today}, false))`;

const ofOrganization = (scope: Scope, ...more: (SQL | undefined)[]) =>
  and(eq(organization_id, scope.organizationId), ...more);

const select = (scope: Scope, today: string, ...where: (SQL | undefined)[]) =>
  scope.tx
    .select({ ...plain, overdue: overdue(today) })
    .from(payments)
    .where(ofOrganization(scope, ...where));

type Page = { limit: number; last_id?: string | undefined; with_total?: boolean | undefined };
/** The day by which payments are ordered; those without one come last. */
const itsDay = sql`coalesce(${expiration_date}, ${plain.payment_date}, 'infinity')`;

/** A page of a participant's payments by their day. */
export async function listOfParticipant(scope: Scope, today: string, participantId: string, page: Page) {
  const order = { key: itsDay, id: sql`${id}`, descending: false };
  const its = eq(participant_id, participantId);
  const [rows, total] = await Promise.all([
    select(scope, today, its, afterCursor(order, page.last_id))
      .orderBy(orderBy(order))
      .limit(page.limit + 1),
    page.with_total ? scope.tx.$count(payments, ofOrganization(scope, its)) : undefined,
  ]);
  const { results, last_id } = pageOf(
    rows as Payment[],
    page.limit,
    (row) => row.expiration_date ?? row.payment_date ?? 'infinity',
  );
  return {
    results: await withReminders(scope, results),
    last_id,
    ...(total !== undefined && { total }),
  };
}

/** All payments of some participants by their day. */
export async function listOfParticipants(
  scope: Scope,
  today: string,
  participantIds: readonly string[],
): Promise<Payment[]> {
  const rows = await select(scope, today, inArray(participant_id, [...participantIds])).orderBy(itsDay, id);
  return rows as Payment[];
}

/** What participants' payments add up to, each currency for itself. */
export async function balancesOf(
  scope: Scope,
  today: string,
  ...participantIds: string[]
): Promise<PaymentBalance[]> {
  const sumOf = (where: SQL) =>
    sql<string>`coalesce(sum(${plain.amount}) filter (where ${where}), 0)::numeric(20, 2)::text`;
  return scope.tx
    .select({
      currency: plain.currency,
      open: sumOf(inArray(status, [...openStatuses])),
      overdue: sumOf(overdue(today)),
      received: sumOf(eq(status, receivedStatuses[0])),
    })
    .from(payments)
    .where(ofOrganization(scope, inArray(participant_id, participantIds)))
    .groupBy(plain.currency)
    .orderBy(plain.currency);
}

/** A payment in scope. */
export async function selectPayment(
  scope: Scope,
  today: string,
  paymentId: string,
): Promise<Payment | undefined> {
  const [row] = await select(scope, today, eq(id, paymentId));
  return row as Payment | undefined;
}

/** A participant's open payments. */
export async function selectOpen(
  scope: Scope,
  today: string,
  participantId: string,
): Promise<{ id: string; overdue: boolean }[]> {
  const where = and(eq(participant_id, participantId), inArray(status, [...openStatuses]));
  return select(scope, today, where).orderBy(id);
}

type Reminders = Pick<RemindedPayment, 'reminder_count' | 'reminded_at'>;

/** Payments with how many reminders have named each, in whichever group its mail stands, and when the last was written. */
export async function withReminders<Row extends { id: string }>(
  { tx }: Scope,
  rows: Row[],
): Promise<(Row & Reminders)[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map((row) => row.id));
  const { rows: told } = await tx.execute<{
    payment_id: string;
    reminder_count: number;
    reminded_at: string;
  }>(sql`select * from app.payment_reminders(${ids}::uuid[])`);
  const byId = new Map(told.map((one) => [one.payment_id, one]));
  return rows.map((row) => {
    const its = byId.get(row.id);
    const reminded_at = its ? instantText(its.reminded_at) : null;
    return { ...row, reminder_count: its?.reminder_count ?? 0, reminded_at };
  });
}

/** When a participant was last reminded, and the last day that statements tell of. */
export async function selectReminders(
  { tx }: Scope,
  participantId: string,
): Promise<{ reminded_at: string | null; statement_day: string | null }> {
  const { rows } = await tx.execute<{ reminded_at: string | null; statement_day: string | null }>(sql`
    select (select r.at from app.reminded(array[${participantId}::uuid]) r) as reminded_at,
      app.last_statement_day()::text as statement_day
  `);
  const [row] = rows;
  return {
    reminded_at: row?.reminded_at ? instantText(row.reminded_at) : null,
    statement_day: row?.statement_day ?? null,
  };
}

/** Payments in scope by their ids, in the order in which they were made. */
export async function selectPayments(scope: Scope, today: string, ids: string[]): Promise<Payment[]> {
  return (await select(scope, today, inArray(id, ids)).orderBy(id)) as Payment[];
}

/**
 * Keeps a participant from being moved or deleted until the transaction ends; before any of their payments, as everywhere.
 *
 * @throws {AppError} not_found out of scope
 */
export async function holdParticipant(scope: Scope, participantId: string): Promise<{ group_id: string }> {
  const [row] = await scope.tx
    .select({ group_id: participants.group_id })
    .from(participants)
    .where(and(eq(participants.organization_id, scope.organizationId), eq(participants.id, participantId)))
    .for('key share');
  return found(row);
}

/**
 * Locks a payment, after its participant.
 *
 * @throws {AppError} not_found out of scope
 */
export async function lockPayment(scope: Scope, today: string, paymentId: string): Promise<Payment> {
  for (;;) {
    const there = found(await selectPayment(scope, today, paymentId));
    await holdParticipant(scope, there.participant_id);
    const [row] = await select(scope, today, eq(id, paymentId), eq(participant_id, there.participant_id)).for(
      'update',
    );
    // else its application was merged into another one meanwhile, or it was deleted: look again
    if (row) return row as Payment;
  }
}

type NewPayment = Omit<typeof payments.$inferInsert, 'organization_id'>;

/** Adds payments, except those whose id exists; answers the ids of the added ones in the same order. */
export async function insertPayments(scope: Scope, rows: NewPayment[]): Promise<string[]> {
  const added = await scope.tx
    .insert(payments)
    .values(rows.map((row) => ({ ...row, organization_id: scope.organizationId })))
    .onConflictDoNothing({ target: [organization_id, id] })
    .returning({ id });
  return added.map((row) => row.id);
}

/** Changes a locked payment. */
export async function updatePayment(
  scope: Scope,
  paymentId: string,
  change: Partial<NewPayment>,
): Promise<void> {
  await scope.tx
    .update(payments)
    .set({ ...change, updated_at: sql`now()` })
    .where(ofOrganization(scope, eq(id, paymentId)));
}

/** Deletes a locked payment. */
export async function deletePayment(scope: Scope, paymentId: string): Promise<void> {
  await scope.tx.delete(payments).where(ofOrganization(scope, eq(id, paymentId)));
}

/** What a payment was before it was paid in part; undefined where no rest of it is there. */
export async function selectSplitTotal(
  scope: Scope,
  payment: Pick<Payment, 'id' | 'participant_id'>,
): Promise<string | undefined> {
  const its = eq(participant_id, payment.participant_id);
  const [rest] = await select(scope, '-infinity', its, eq(plain.split_from, payment.id)).limit(1);
  return rest?.split_total ?? undefined;
}
