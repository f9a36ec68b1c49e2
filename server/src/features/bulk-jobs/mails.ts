import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';

/** Stops the mails of a job that have not left, before its rows are reverted. */
export async function stopMails(scope: Scope, jobId: string): Promise<void> {
  await scope.tx.execute(sql`
    update mails set state = 'cancelled', state_reason = 'undone'
    where organization_id = ${scope.organizationId} and bulk_job_id = ${jobId} and state in ('queued', 'held')
  `);
}

/** Sends the stopped mails of those after all whom the undo has left as the job made them. */
export async function requeueMails(
  scope: Scope,
  jobId: string,
  participantIds: readonly string[],
): Promise<void> {
  if (participantIds.length === 0) return;
  await scope.tx.execute(sql`
    update mails m set state = 'queued', state_reason = '', send_after = now()
    from participants p
    where m.organization_id = ${scope.organizationId} and m.bulk_job_id = ${jobId}
      and m.participant_id = any (${sql.param(participantIds)}::uuid[])
      and m.state = 'cancelled' and m.state_reason = 'undone'
      and p.organization_id = m.organization_id and p.id = m.participant_id and p.status = m.status_at
  `);
}
