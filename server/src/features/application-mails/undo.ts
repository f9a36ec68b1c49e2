import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import { cancelStatusMails } from './enqueue.ts';
import { isTransfer, TRANSFERRED } from './transfers.ts';

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
      select id from mails where ${about} and created_at < undone.decided_at and not (${isUndone})
      order by created_at desc limit 1
    ) as before
    where organization_id = app.organization_id() and mails.id = before.id and state = 'cancelled'
      and state_reason = 'superseded' and status_at = undone.status
  `);
}

/**
 * Calls back the mails of a participant that tell of another status than theirs, or the same once more: a merge brought them
 * along. Of those about the present status the last one leaves.
 *
 * @returns ids of the mails
 */
export async function supersedeStatusMails(tx: Transaction, participantId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with waiting as (
      select m.id, m.status_at, m.created_at, p.status from mails m
      join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
      where m.organization_id = app.organization_id() and m.participant_id = ${participantId}
        and m.email_type = 'application_status_update' and m.variant <> ${TRANSFERRED} and m.state in ('queued', 'held')
      order by m.id for update of m
    ),
    needless as (
      select id from waiting
      where status_at <> status or exists (
        select from waiting later
        where later.status_at = waiting.status_at and (later.created_at, later.id) > (waiting.created_at, waiting.id)
      )
    )
    update mails set state = 'cancelled', state_reason = 'superseded' from needless
    where organization_id = app.organization_id() and mails.id = needless.id
    returning mails.id
  `);
  return rows.map(({ id }) => id);
}

/** Lets mails that were called back leave after all, each if it is the last word and tells the present status. */
export async function resumeStatusMails(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update mails m set state = 'queued', state_reason = '', send_after = greatest(m.send_after, now())
    from participants p
    where m.organization_id = app.organization_id() and m.id = any (${sql.param(ids)}::uuid[])
      and m.state = 'cancelled' and m.state_reason = 'superseded'
      and p.organization_id = m.organization_id and p.id = m.participant_id and p.status = m.status_at
      and not exists (
        select from mails later where later.organization_id = m.organization_id and later.participant_id = m.participant_id
          and later.email_type = m.email_type and later.variant <> ${TRANSFERRED} and later.created_at > m.created_at
          and not (later.state = 'cancelled' and later.state_reason = 'undone')
      )
  `);
}

/** About a decision that was undone in its turn, as if it had never been made. */
const isUndone = sql`state = 'cancelled' and state_reason = 'undone'`;

const each = (undone: readonly Undone[]): SQL => sql`unnest(
    ${sql.param(undone.map(({ participantId }) => participantId))}::uuid[],
    ${sql.param(undone.map(({ decidedAt }) => decidedAt))}::timestamptz[],
    ${sql.param(undone.map(({ status }) => status))}::text[]
  ) as undone (participant_id, decided_at, status)`;

const about = sql`organization_id = app.organization_id() and participant_id = undone.participant_id
    and email_type = 'application_status_update' and not (${isTransfer})`;
