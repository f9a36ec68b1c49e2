import {
  type BulkParameters,
  type BulkReason,
  bulkRanks,
  withoutPayments,
} from '@vpisnik/contract/bulk-jobs';
import { asksForReceipt, type PaymentStatus, paymentMoves } from '@vpisnik/contract/rules/payments';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../../db/scope.ts';
import { invalidFields } from '../../../errors.ts';
import {
  type JudgedReminder,
  judgeReminders,
  remindPayments,
  requirePayee,
} from '../../payment-mails/remind.ts';
import { quietly } from '../../payment-mails/telling.ts';
import { selectToday } from '../../sessions/today.ts';
import type { Kind, Reverted } from '../kind.ts';
import type { Owed } from '../owed.ts';

/** Marks open payments as paid, as about one: see `payments/rules.ts`. */
export const pay: Kind<BulkParameters['pay'], Owed> = {
  rank: bulkRanks.pay,
  order: 'due',
  groups: () => [],
  mails: () => false,
  tells: ({ notify }) => (notify ? 'payment_received' : undefined),
  async check(scope, { payment_date }) {
    if (payment_date > (await selectToday(scope)))
      throw invalidFields([{ path: 'payment_date', code: 'date_in_future' }]);
  },
  judge: () => async (payments) => payments.map((payment) => verdictOf(payment, 'completed')),
  async act(scope, payments, { payment_date, method, invoice_number, notify }, { jobId }) {
    const receipt = asksForReceipt(method) ? invoice_number : '';
    const { rows } = await quietly(scope, !notify, () =>
      scope.tx.execute<Changed>(sql`
      update payments set status = 'completed', status_reason = '', payment_date = ${payment_date}::date, method = ${method},
        invoice_number = coalesce(nullif(${receipt}, ''), invoice_number), updated_at = now()
      where ${those(scope, payments)} returning id, version`),
    );
    return { ...actedOn(payments, rows), mails: await countWritten(scope, jobId) };
  },
  undoneForLong: true,
  undo: (scope, rows) => revert(scope, rows),
};

/** Cancels open payments. */
export const cancel: Kind<BulkParameters['cancel'], Owed> = {
  rank: bulkRanks.cancel,
  order: 'due',
  groups: () => [],
  mails: () => false,
  judge: () => async (payments) => payments.map((payment) => verdictOf(payment, 'cancelled')),
  async act(scope, payments, { reason }) {
    const { rows } = await scope.tx.execute<Changed>(sql`
      update payments set status = 'cancelled', status_reason = ${reason}, updated_at = now()
      where ${those(scope, payments)} returning id, version`);
    return actedOn(payments, rows);
  },
  undoneForLong: true,
  undo: (scope, rows) => revert(scope, rows),
};

/** Reminds of open payments: see `payment-mails/remind.ts`. */
export const remind: Kind<BulkParameters['remind'], Owed> = {
  rank: bulkRanks.remind,
  order: 'due',
  groups: () => [],
  mails: () => true,
  tells: () => 'payment_reminder',
  check: requirePayee,
  judge:
    (scope, { again }) =>
    async (payments) => {
      const judged = await judgeReminders(
        scope,
        payments.map(({ id }) => id),
      );
      const byId = new Map(judged.map((one) => [one.payment_id, one]));
      return payments.map(({ id, status }) => {
        const one = byId.get(id);
        const reason = one ? obstacleReason(one, status) : ('gone' as const);
        return reason && !(again && reason === 'reminded_recently') ? { reason } : {};
      });
    },
  async act(scope, payments, { again }, { jobId }) {
    await remindPayments(
      scope,
      payments.map(({ id }) => id),
      { again },
    );
    return {
      versions: new Map(payments.map(({ id, version }) => [id, version])),
      mails: await countWritten(scope, jobId),
    };
  },
  // a reminder leaves the payment as it was
  undoesChanged: true,
  async undo(scope, rows, { job }) {
    const ids = rows.map(({ subject }) => subject.id);
    const { rows: told } = await scope.tx.execute<{ payment_id: string }>(sql`
      select distinct l.payment_id from mail_payments l
      join mails m on m.organization_id = l.organization_id and m.id = l.mail_id
      where l.organization_id = ${scope.organizationId} and l.payment_id = any (${sql.param(ids)}::uuid[])
        and m.bulk_job_id = ${job.id} and m.state <> 'cancelled'`);
    return new Map(told.map(({ payment_id }): [string, BulkReason] => [payment_id, 'mail_sent']));
  },
};

/** Why nobody is reminded of a payment with a status. */
function obstacleReason(
  { obstacle, participant_status }: JudgedReminder,
  status: PaymentStatus,
): BulkReason | undefined {
  if (obstacle === 'not_open') return reasons[status];
  if (obstacle === 'no_place') return withoutPayments.find((one) => one === participant_status);
  return obstacle === 'turned_off' ? 'reminders_off' : (obstacle ?? undefined);
}

/** Number of mails about payments that a job has written in this transaction. */
export async function countWritten(scope: Scope, jobId: string): Promise<number> {
  const { rows } = await scope.tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from mails
    where organization_id = ${scope.organizationId} and bulk_job_id = ${jobId} and created_at = now()
      and email_type in ('payment_request', 'payment_reminder', 'payment_received')`);
  return rows[0]?.count ?? 0;
}

type Changed = { id: string; version: number };

/** What a payment is that can't be moved. */
const reasons: Partial<Record<PaymentStatus, BulkReason>> = {
  completed: 'payment_paid',
  cancelled: 'payment_cancelled',
  refunded: 'payment_refunded',
};

const verdictOf = ({ status }: Owed, to: PaymentStatus) =>
  paymentMoves[status].includes(to) ? {} : { reason: reasons[status] ?? ('move_not_allowed' as const) };

const those = (scope: Scope, payments: readonly Owed[]) =>
  sql`organization_id = ${scope.organizationId} and id = any (${sql.param(payments.map(({ id }) => id))}::uuid[])`;

/** The new versions, and the data for an undo. */
const actedOn = (payments: readonly Owed[], rows: readonly Changed[]) => ({
  versions: new Map(rows.map(({ id, version }) => [id, version])),
  details: new Map(
    payments.map(({ id, status, status_reason, payment_date, method, invoice_number }) => [
      id,
      { before: { status, status_reason, payment_date, method, invoice_number } },
    ]),
  ),
});

/**
 * Makes payments what they were before; none of them has been changed since. What would be pending of those who have given up
 * their place meanwhile is cancelled as leaving does, see `app.follow_status`.
 */
async function revert(scope: Scope, rows: readonly Reverted<Owed>[]): Promise<Map<string, BulkReason>> {
  const before = rows.map(({ subject, detail }) => ({ id: subject.id, ...(detail.before as object) }));
  await scope.tx.execute(sql`
    update payments p set payment_date = before.payment_date, method = before.method,
      invoice_number = before.invoice_number, updated_at = now(),
      status = case when had.gone then 'cancelled' else before.status end,
      status_reason = case when not had.gone then before.status_reason
        when o.default_language = 'sl' then 'Udeleženec nima več mesta' else 'No longer has a place' end,
      left_at = case when had.gone then coalesce(holder.decided_at, now()) else p.left_at end
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as before (
      id uuid, status text, status_reason text, payment_date date, method text, invoice_number text
    )
    join payments y on y.organization_id = ${scope.organizationId} and y.id = before.id
    join participants holder on holder.organization_id = y.organization_id and holder.id = y.participant_id
    join organizations o on o.id = y.organization_id
    cross join lateral (
      select before.status = 'pending' and holder.status not in ('pending', 'approved')
        and coalesce(y.expiration_date >= (now() at time zone o.time_zone)::date, true)
        -- who had no place before either was asked all the same; ids tell when a decision was written, also one that waited for the job
        and exists (
          select from participant_changes h
          where h.organization_id = y.organization_id and h.participant_id = holder.id and uuid_extract_timestamp(h.id) > y.updated_at
            and (h.kind in ('merged', 'unmerged') or h.kind <> 'payment_changed' and h.changes @> '[{"field": "status"}]')
        ) as gone
    ) as had
    where p.organization_id = ${scope.organizationId} and p.id = before.id`);
  return new Map();
}
