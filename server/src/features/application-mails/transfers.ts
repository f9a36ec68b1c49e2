import { bestText, type Texts } from '@vpisnik/contract/common';
import { participantStatuses } from '@vpisnik/contract/participants';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/scope.ts';
import type { Mail } from './outbox.ts';
import { fixedTexts } from './rendering/fixed-texts.ts';
import type { MailData } from './rendering/render.ts';

/** Of mails about decisions, the variant that tells of a move to another group. */
export const TRANSFERRED = 'transferred';

/** SQL of a mail about a move, beside which `mails` needs no other name. */
export const isTransfer = sql.raw(
  `mails.email_type = 'application_status_update' and mails.variant = '${TRANSFERRED}'`,
);

const told = participantStatuses.filter((status) => !isOver(status));

/**
 * Tells participants who have been moved in this transaction of their new group, where that sends mails about decisions and
 * their application is not over. A mail about an earlier move that has not left is called back: this one tells both.
 *
 * @param delaySeconds how long it can be called back
 * @param bulkJobId the bulk job that moved them; null for a single move
 * @returns ids of the participants who will be told
 */
export async function enqueueTransferMails(
  tx: Transaction,
  participantIds: readonly string[],
  { delaySeconds, bulkJobId = null }: { delaySeconds: number; bulkJobId?: string | null },
): Promise<string[]> {
  await callTransferMailsBack(tx, participantIds, 'superseded');
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    insert into mails (
      organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, status_at,
      template_id, send_after, bulk_job_id
    )
    select p.organization_id, p.group_id, p.id, 'application_status_update', ${TRANSFERRED}, 'applicant', lower(p.email),
      p.language, p.status, s.template_id, now() + make_interval(secs => ${delaySeconds}), ${bulkJobId}::uuid
    from participants p
    left join group_email_settings s
      on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = 'application_status_update'
    where p.organization_id = app.organization_id() and p.id = any (${sql.param(participantIds)}::uuid[])
      and p.email is not null and coalesce(s.enabled, true) and p.status = any (${sql.param(told)}::text[])
    order by p.id
    returning participant_id
  `);
  return rows.map(({ participant_id }) => participant_id);
}

/**
 * Calls back what has not left of mails about moves: participants are moved on, or back.
 *
 * @param reason `superseded` where another mail tells of both moves, else `outdated`
 */
export async function callTransferMailsBack(
  tx: Transaction,
  participantIds: readonly string[],
  reason: 'superseded' | 'outdated',
): Promise<void> {
  await tx.execute(sql`
    with theirs as (
      select id from mails
      where organization_id = app.organization_id() and participant_id = any (${sql.param(participantIds)}::uuid[])
        and ${isTransfer} and state in ('queued', 'held')
      order by id for update
    )
    update mails set state = 'cancelled', state_reason = ${reason} from theirs
    where organization_id = app.organization_id() and mails.id = theirs.id
  `);
}

/**
 * Tells those whom a job had moved on before they were told of the move before, and whom its undo has brought back: the mail
 * about that was called back by the job.
 */
export async function enqueueCalledBack(
  tx: Transaction,
  jobId: string,
  participantIds: readonly string[],
  delaySeconds: number,
): Promise<void> {
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    select distinct mails.participant_id from mails
    join participant_changes c on c.organization_id = mails.organization_id and c.participant_id = mails.participant_id
      and c.bulk_job_id = ${jobId} and c.kind = 'changed'
    where mails.organization_id = app.organization_id() and ${isTransfer} and mails.state = 'cancelled'
      and mails.participant_id = any (${sql.param(participantIds)}::uuid[])
      and mails.bulk_job_id is distinct from ${jobId} and mails.state_reason in ('superseded', 'outdated')
      and mails.created_at < c.created_at and mails.send_after > c.created_at
  `);
  const ids = rows.map(({ participant_id }) => participant_id);
  if (ids.length > 0) await enqueueTransferMails(tx, ids, { delaySeconds });
}

/** Participants to whom a mail about a job's move was or is being sent, also as a second copy. */
export async function selectToldOfTransfer(
  tx: Transaction,
  jobId: string,
  participantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    select distinct participant_id from mails
    where organization_id = app.organization_id() and participant_id = any (${sql.param(participantIds)}::uuid[])
      and ${isTransfer} and state in ('sending', 'sent')
      and created_at >= (select created_at from bulk_jobs where organization_id = app.organization_id() and id = ${jobId})
  `);
  return rows.map(({ participant_id }) => participant_id);
}

/** A move as its mail tells it: the former group, and the payments of the present one. */
export type Transfer = { former: Texts; price_after: 'kept' | 'taken' | null };

/**
 * The move that a mail tells of, as the history has it: the last one, together with those before of which the mail was called
 * back, since nobody was told of these. Undefined when there is nothing to tell: they have been moved since, or are back.
 */
export async function selectTransfer(
  tx: Transaction,
  { organization_id, participant_id, id }: Pick<Mail, 'organization_id' | 'participant_id' | 'id'>,
): Promise<Transfer | undefined> {
  const { rows } = await tx.execute<Transfer>(sql`
    with this as (
      select created_at, again_of is not null as repeats from mails
      where organization_id = ${organization_id} and id = ${id}
    ), earlier as (
      select mails.created_at, state = 'cancelled' as joins_next
      from mails, this
      where organization_id = ${organization_id} and participant_id = ${participant_id} and ${isTransfer}
        and mails.created_at < this.created_at
    ), since as (
      select coalesce((
        select min(created_at) from earlier
        where created_at > coalesce((select max(created_at) from earlier where not joins_next), '-infinity')
      ), created_at) as moment
      from this
    ), moves as (
      select c.created_at, c.id, change
      from participant_changes c, jsonb_array_elements(c.changes) as change
      where c.organization_id = ${organization_id} and c.participant_id = ${participant_id}
        and change ->> 'field' = 'group'
    )
    select first.change -> 'from' as former, (
      select case when e.group_id = p.group_id then 'taken' when e.kept then 'kept' end from fee_enrolments e
      where e.organization_id = p.organization_id and e.participant_id = p.id and e.left_at is null
    ) as price_after
    from (select * from moves where created_at <= (select moment from since) order by created_at desc, id desc limit 1) as first
    join participants p on p.organization_id = ${organization_id} and p.id = ${participant_id}
    where first.change ->> 'from_id' is distinct from p.group_id::text and jsonb_typeof(first.change -> 'from') = 'object'
      and not exists (select from moves where created_at > (select created_at from this))
      -- the first of them was written in the transaction of its move
      and (first.created_at = (select moment from since) or (select repeats from this))
  `);
  return rows[0];
}

/**
 * A mail about a decision as one about a move. A price that no longer holds for those who keep the former one is left out.
 */
export function transferParts(data: MailData, { former, price_after }: Transfer): MailData {
  const { language } = data;
  const isPaid = price_after !== null;
  return {
    ...data,
    values: { ...data.values, former_group: bestText(former, language).text },
    details: data.details.map(({ facts, ...rest }) => ({
      ...rest,
      facts: [
        ...facts.filter(
          ({ label }) => label !== 'reference' && !(price_after === 'kept' && label === 'price'),
        ),
        ...(isPaid
          ? [{ label: 'price_after' as const, value: fixedTexts[language].price_after[price_after] }]
          : []),
        ...facts.filter(({ label }) => label === 'reference'),
      ],
    })),
  };
}
