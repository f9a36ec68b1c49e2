import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import { cancelStatusMails } from './enqueue.ts';

/** A decision that is being taken back: when it was made, and the status that it leads back to. */
type Undone = { participantId: string; decidedAt: string; status: string };

/**
 * Takes the mails of decisions back. The mail about the decision before, if that one had been called back only because
 * this one followed, is on its way again.
 *
 * @param delaySeconds how long that one can be called back in its turn
 * @returns participants whose mail has already left; nothing of theirs is changed
 */
export async function undoStatusMails(
  tx: Transaction,
  undone: readonly Undone[],
  delaySeconds: number,
): Promise<string[]> {
  await cancelStatusMails(
    tx,
    undone.map(({ participantId }) => participantId),
  );
  const each = sql`unnest(
    ${sql.param(undone.map(({ participantId }) => participantId))}::uuid[],
    ${sql.param(undone.map(({ decidedAt }) => decidedAt))}::timestamptz[],
    ${sql.param(undone.map(({ status }) => status))}::text[]
  ) as undone (participant_id, decided_at, status)`;
  const about = sql`organization_id = app.organization_id() and participant_id = undone.participant_id
    and email_type = 'application_status_update'`;
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    select participant_id from ${each} where exists (
      select from mails where ${about} and created_at >= undone.decided_at and state in ('sending', 'sent')
    )
  `);
  const sent = rows.map(({ participant_id }) => participant_id);
  await tx.execute(sql`
    update mails set state = 'queued', state_reason = '', send_after = now() + make_interval(secs => ${delaySeconds})
    from ${each}
    cross join lateral (
      select id from mails where ${about} and created_at < undone.decided_at order by created_at desc limit 1
    ) as before
    where organization_id = app.organization_id() and mails.id = before.id and state = 'cancelled'
      and state_reason = 'superseded' and status_at = undone.status
      and undone.participant_id <> all (${sql.param(sent)}::uuid[])
  `);
  return sent;
}
