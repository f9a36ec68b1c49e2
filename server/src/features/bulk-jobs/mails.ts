import { sql } from 'drizzle-orm';
import type { Scope, Transaction } from '../../db/scope.ts';

/**
 * Stops the mails of a job that have not left, before its rows are reverted. They are locked by id, as in other calls for
 * many, and after people whom the same transaction locks.
 */
export async function stopMails(scope: Scope, jobId: string): Promise<void> {
  await scope.tx.execute(sql`
    with own as (
      select id from mails
      where organization_id = ${scope.organizationId} and bulk_job_id = ${jobId} and state in ('queued', 'held')
      order by id for update
    )
    update mails set state = 'cancelled', state_reason = 'undone' from own
    where mails.organization_id = ${scope.organizationId} and mails.id = own.id
  `);
}

/**
 * Sends the stopped mails of rows after all that the undo leaves as the job made them, also of participants who are no
 * longer in the caller's scope.
 *
 * @param tx in the scope of the job's organisation
 * @param participantIds without them, all whom the undo has not come to
 */
export async function requeueMails(
  tx: Transaction,
  jobId: string,
  participantIds: readonly string[] | null = null,
): Promise<void> {
  if (participantIds?.length === 0) return;
  await tx.execute(sql`select app.requeue_bulk_mails(${jobId}, ${sql.param(participantIds)}::uuid[])`);
}

/**
 * Sends the stopped mails about payments after all of which the undo has left something to tell.
 *
 * @param tx in the scope of the job's organisation, once nothing more is reverted
 */
export async function requeuePaymentMails(tx: Transaction, jobId: string): Promise<void> {
  await tx.execute(sql`select app.requeue_payment_mails(${jobId})`);
}
