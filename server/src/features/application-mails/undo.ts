import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import { cancelStatusMails } from './enqueue.ts';

/** A decision that is being taken back: when it was made, and the status that it leads back to. */
type Undone = { participantId: string; decidedAt: string; status: string };

/**
 * Takes a decision's mail back. The mail about the decision before it, if that one had been called back only because
 * this one followed, is on its way again.
 *
 * @param delaySeconds how long that one can be called back in its turn
 * @returns false when the mail has already left
 */
export async function undoStatusMail(
  tx: Transaction,
  { participantId, decidedAt, status }: Undone,
  delaySeconds: number,
): Promise<boolean> {
  const about = sql`organization_id = app.organization_id() and participant_id = ${participantId}
    and email_type = 'application_status_update'`;
  await cancelStatusMails(tx, [participantId]);
  const { rows } = await tx.execute<{ sent: boolean }>(sql`
    select exists (
      select from mails where ${about} and created_at >= ${decidedAt} and state in ('sending', 'sent')
    ) as sent
  `);
  if (rows[0]?.sent) return false;
  await tx.execute(sql`
    update mails set state = 'queued', state_reason = '', send_after = now() + make_interval(secs => ${delaySeconds})
    where ${about} and state = 'cancelled' and state_reason = 'superseded' and status_at = ${status}
      and id = (select id from mails where ${about} and created_at < ${decidedAt} order by created_at desc limit 1)
  `);
  return true;
}
