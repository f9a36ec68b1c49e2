/** Transfers booked on payments, and taken back. Participants are locked first, then payments, then transfers. */
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';

const list = (values: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)::uuid)`;

/** A locked payment. */
export type LockedPayment = {
  id: string;
  version: number;
  amount: string;
  currency: string;
  status: string;
  status_reason: string;
  /** Open, so that a transfer may complete it. */
  is_open: boolean;
  /** Marked as paid by hand, and no transfer is known that paid it. */
  is_booked: boolean;
};

/** Locks payments after their participants; those that moved meanwhile are left out. */
export async function lockPayments(
  { tx, organizationId }: Scope,
  ids: readonly string[],
): Promise<Map<string, LockedPayment>> {
  const of = organizationId;
  await tx.execute(sql`
    select from participants where organization_id = ${of} and id in (
      select participant_id from payments where organization_id = ${of} and id in ${list(ids)}
    ) order by id for key share`);
  await tx.execute(sql`
    select from payments where organization_id = ${of} and id in ${list(ids)} order by id for update`);
  // asked for anew: the holder of the locks may have booked
  const { rows } = await tx.execute<LockedPayment>(sql`
    select p.id, p.version, p.amount::text as amount, p.currency, p.status, p.status_reason,
      p.status in ${sql.raw(`('${openStatuses.join("', '")}')`)} as is_open,
      p.status = 'completed' and not exists (
        select from bank_entry_payments b where b.organization_id = p.organization_id and b.payment_id = p.id
      ) as is_booked
    from payments p where p.organization_id = ${of} and p.id in ${list(ids)}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A locked transfer. */
export type LockedEntry = {
  id: string;
  statement_id: string;
  day: string;
  currency: string;
  rest: string;
  aside: string | null;
};

/** Locks transfers, after the payments that they pay. */
export async function lockEntries(
  { tx, organizationId }: Scope,
  ids: readonly string[],
): Promise<Map<string, LockedEntry>> {
  const { rows } = await tx.execute<LockedEntry>(sql`
    select id, statement_id, day::text as day, currency, (amount - paid)::text as rest, aside
    from bank_entries where organization_id = ${organizationId} and id in ${list(ids)} order by id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A transfer that pays a payment, or a part of it. */
export type Booking = {
  entry_id: string;
  payment_id: string;
  amount: string;
  completes: boolean;
  rest_id: string | null;
};

/** Marks payments as paid as a whole, each on the day of its transfer. */
export async function completePayments(
  { tx, organizationId }: Scope,
  paid: readonly { id: string; day: string }[],
): Promise<void> {
  if (paid.length === 0) return;
  await tx.execute(sql`
    update payments p
    set status = 'completed', status_reason = '', payment_date = its.day, method = 'bank_transfer', updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as its (id uuid, day date)
    where p.organization_id = ${organizationId} and p.id = its.id`);
}

/**
 * Keeps which transfer of a statement paid what, with the versions that the payments are at now. A rest that the statement
 * itself pays later isn't changed by that.
 *
 * @param before the payments as they were
 */
export async function insertBookings(
  { tx, organizationId }: Scope,
  statementId: string,
  booked: readonly Booking[],
  before: ReadonlyMap<string, LockedPayment>,
): Promise<void> {
  if (booked.length === 0) return;
  const paid = booked.map((one) => {
    const its = before.get(one.payment_id);
    return { ...one, was: its?.version, was_status: its?.status, was_reason: its?.status_reason };
  });
  await tx.execute(sql`
    insert into bank_entry_payments (organization_id, entry_id, payment_id, amount, completes, payment_version, rest_id,
      rest_version, was_status, was_reason)
    select ${organizationId}, its.entry_id, its.payment_id, its.amount, its.completes, p.version, its.rest_id, r.version, its.was_status,
      its.was_reason
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as its (
      entry_id uuid, payment_id uuid, amount numeric, completes boolean, rest_id uuid, was_status text, was_reason text
    )
    join payments p on p.organization_id = ${organizationId} and p.id = its.payment_id
    left join payments r on r.organization_id = ${organizationId} and r.id = its.rest_id`);
  await tx.execute(sql`
    update bank_entry_payments b set rest_version = p.version
    from jsonb_to_recordset(${JSON.stringify(paid.filter(({ completes }) => completes))}::jsonb) as its (
      payment_id uuid, was integer, was_status text
    ), payments p, bank_entries e
    where b.organization_id = ${organizationId} and b.rest_id = its.payment_id
      and (b.rest_version = its.was or its.was_status = 'expired' and b.rest_version + 1 = its.was)
      and p.organization_id = b.organization_id and p.id = its.payment_id
      and e.organization_id = b.organization_id and e.id = b.entry_id and e.statement_id = ${statementId}`);
}

/** The payments of a statement's bookings, with the rests that were split off. */
export async function selectBookedIds({ tx, organizationId }: Scope, statementId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select unnest(array_remove(array[b.payment_id, b.rest_id], null)) as id
    from bank_entry_payments b
    join bank_entries e on e.organization_id = b.organization_id and e.id = b.entry_id
    where e.organization_id = ${organizationId} and e.statement_id = ${statementId}`);
  return rows.map(({ id }) => id);
}

type Taken = {
  completes: boolean;
  payment_id: string;
  rest_id: string | null;
  was_status: string | null;
  was_reason: string;
};

/** Payments that were there before, each with its rests: a rest may have been paid in parts itself. */
function joined(taken: readonly Taken[]) {
  const restOf = new Map(taken.map(({ payment_id, rest_id }) => [payment_id, rest_id]));
  const rests = new Set(restOf.values());
  return taken
    .filter(({ payment_id }) => !rests.has(payment_id))
    .map((one) => {
      const its: string[] = [];
      for (let id = one.rest_id; id; id = restOf.get(id) ?? null) its.push(id);
      return { ...one, rests: its };
    });
}

/**
 * Takes back all that a statement brought: payments are expected again, rests are joined with them, and its transfers go, so
 * that the same file can be imported anew. The caller has locked the payments and knows that none was changed.
 *
 * @param today in the organisation's zone
 */
export async function takeBack(
  { tx, organizationId }: Scope,
  statementId: string,
  today: string,
): Promise<void> {
  const of = organizationId;
  // the history of the payments says that they were taken back
  await tx.execute(sql`select set_config('app.undoes', 'true', true)`);
  const { rows: taken } = await tx.execute<Taken>(sql`
    delete from bank_entry_payments b using bank_entries e
    where e.organization_id = ${of} and e.statement_id = ${statementId}
      and b.organization_id = ${of} and b.entry_id = e.id
    returning b.completes, b.payment_id, b.rest_id, b.was_status, b.was_reason`);
  const completed = taken.filter(({ completes }) => completes);
  const whole = joined(completed);
  await tx.execute(sql`
    update payments p
    set status = case when its.was_status = 'failed' then 'failed' when p.expiration_date < ${today}::date then 'expired'
        else 'pending' end, status_reason = its.was_reason, payment_date = null, method = null,
      amount = p.amount + coalesce((
        select sum(r.amount) from payments r
        where r.organization_id = ${of} and r.id in (select jsonb_array_elements_text(its.rests)::uuid)
      ), 0), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as its (
      payment_id uuid, rests jsonb, was_status text, was_reason text
    )
    where p.organization_id = ${of} and p.id = its.payment_id`);
  const rests = completed.flatMap(({ rest_id }) => rest_id ?? []);
  await tx.execute(sql`delete from payments where organization_id = ${of} and id in ${list(rests)}`);
  await tx.execute(
    sql`delete from bank_entries where organization_id = ${of} and statement_id = ${statementId}`,
  );
  await tx.execute(
    sql`update bank_statements set undone_at = now() where organization_id = ${of} and id = ${statementId}`,
  );
}
