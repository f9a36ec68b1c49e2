import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import { cancelStatusMails } from './enqueue.ts';

/** A decision that is being taken back: when it was made, and the status that it leads back to. */
type Undone = { participantId: string; decidedAt: string; status: string };

/**
 * Calls the mails of decisions back.
 *
 * @returns participants whose mail has already left
 */
export async function stopStatusMails(tx: Transaction, undone: readonly Undone[]): Promise<string[]> {
  await cancelStatusMails(
    tx,
    undone.map(({ participantId }) => participantId),
  );
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    select participant_id from ${each(undone)} where exists (
      select from mails where ${about} and created_at >= undone.decided_at and state in ('sending', 'sent')
    )
  `);
  return rows.map(({ participant_id }) => participant_id);
}

/**
 * Lets the mail about the decision before leave after all, if it had been called back only because this one followed.
 *
 * @param delaySeconds how long that one can be called back in its turn
 */
export async function resumeEarlierMails(
  tx: Transaction,
  undone: readonly Undone[],
  delaySeconds: number,
): Promise<void> {
  await tx.execute(sql`
    update mails set state = 'queued', state_reason = '', send_after = now() + make_interval(secs => ${delaySeconds})
    from ${each(undone)}
    cross join lateral (
      select id from mails where ${about} and created_at < undone.decided_at order by created_at desc limit 1
    ) as before
    where organization_id = app.organization_id() and mails.id = before.id and state = 'cancelled'
      and state_reason = 'superseded' and status_at = undone.status
  `);
}

const each = (undone: readonly Undone[]): SQL => sql`unnest(
    ${sql.param(undone.map(({ participantId }) => participantId))}::uuid[],
    ${sql.param(undone.map(({ decidedAt }) => decidedAt))}::timestamptz[],
    ${sql.param(undone.map(({ status }) => status))}::text[]
  ) as undone (participant_id, decided_at, status)`;

const about = sql`organization_id = app.organization_id() and participant_id = undone.participant_id
    and email_type = 'application_status_update'`;
