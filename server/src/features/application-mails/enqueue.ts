import type { OwnAct } from '@vpisnik/contract/rules/email-types';
import type { MailType } from '@vpisnik/contract/rules/mail-types';
import type { Language } from '@vpisnik/contract/rules/texts';
import { sql } from 'drizzle-orm';
import { mail_texts, mails } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import { isTransfer } from './transfers.ts';

/** How an application came about; decides which mails it causes. The rule itself is in `60_mail.sql`. */
export type ApplicationCause = 'application' | 'duplicate' | 'added';

/** Enqueues the mails that an application causes, in the caller's transaction and organisation. */
export async function enqueueApplicationMails(
  tx: Transaction,
  participantId: string,
  cause: ApplicationCause,
): Promise<void> {
  await tx.execute(sql`select app.enqueue_application_mails(${participantId}, ${cause})`);
}

/**
 * Enqueues a confirmation to each of the participants whom staff have added at once, if they have an address and their
 * group sends it: as `app.enqueue_application_mails` does for one.
 *
 * @param delaySeconds how long it can be called back
 * @returns how many mails there are
 */
export async function enqueueAddedMails(
  tx: Transaction,
  participantIds: readonly string[],
  { delaySeconds, bulkJobId }: { delaySeconds: number; bulkJobId: string },
): Promise<number> {
  if (participantIds.length === 0) return 0;
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into mails (
      organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, status_at, template_id,
      send_after, bulk_job_id
    )
    select p.organization_id, p.group_id, p.id, 'application_confirmation', 'applicant', lower(p.email), p.language,
      p.status, s.template_id, now() + make_interval(secs => ${delaySeconds}), ${bulkJobId}::uuid
    from participants p
    left join group_email_settings s
      on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = 'application_confirmation'
    where p.organization_id = app.organization_id() and p.id = any (${sql.param(participantIds)}::uuid[])
      and p.email is not null and coalesce(s.enabled, true)
    order by p.id
    returning id
  `);
  return rows.length;
}

/**
 * Enqueues a mail about their present status to each of the participants who has an address and whose group sends
 * such mail. A mail about an earlier decision that has not left yet is called back: only the last one counts.
 *
 * @param delaySeconds how long it can be called back
 * @param bulkJobId the bulk job that decided; null for a single decision
 * @param reason the reason of a rejection, told to all of them; empty without one
 * @returns ids of the participants who will be told
 */
export async function enqueueStatusMails(
  tx: Transaction,
  participantIds: readonly string[],
  delaySeconds: number,
  { bulkJobId = null, reason = '' }: { bulkJobId?: string | null; reason?: string } = {},
): Promise<string[]> {
  await callBack(tx, participantIds, 'superseded');
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    insert into mails (
      organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, status_at,
      template_id, decision_reason, send_after, bulk_job_id
    )
    select p.organization_id, p.group_id, p.id, 'application_status_update', 'applicant', lower(p.email), p.language,
      p.status, s.template_id, ${reason}, now() + make_interval(secs => ${delaySeconds}), ${bulkJobId}::uuid
    from participants p
    left join group_email_settings s
      on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = 'application_status_update'
    where p.organization_id = app.organization_id() and p.id = any (${sql.param(participantIds)}::uuid[])
      and p.email is not null and coalesce(s.enabled, true)
    order by p.id
    returning participant_id
  `);
  return rows.map((row) => row.participant_id);
}

/**
 * Confirms at once to participants what they have done themselves, and tells those who look after their group. Siblings who have
 * done it together share a mail.
 */
export async function enqueueOwnActMails(
  tx: Transaction,
  participantIds: readonly string[],
  act: OwnAct,
): Promise<void> {
  await callBack(tx, participantIds, 'superseded');
  await tx.execute(sql`
    with about as materialized (
      select p.id, p.group_id, p.name, p.language, p.status, kind.email_type, kind.recipient_kind, s.template_id,
        case kind.recipient_kind when 'applicant' then lower(p.email) end as address
      from participants p
      cross join (
        values ('application_status_update', 'applicant'), ('application_received_notification', 'staff')
      ) as kind (email_type, recipient_kind)
      left join group_email_settings s
        on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = kind.email_type
      where p.organization_id = app.organization_id() and p.id = any (${sql.param(participantIds)}::uuid[])
        and coalesce(s.enabled, true) and (kind.recipient_kind = 'staff' or p.email is not null)
    ), letters as (
      select email_type, recipient_kind, address, group_id, language, status, template_id,
        array_agg(id order by app.fold(name), id) as people
      from about group by email_type, recipient_kind, address, group_id, language, status, template_id
    ), added as (
      insert into mails (
        organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, status_at, template_id
      )
      select app.organization_id(), group_id, people[1], email_type, ${act}, recipient_kind, address, language, status, template_id
      from letters order by people[1], recipient_kind
      returning id, participant_id, recipient_kind
    )
    insert into mail_people (organization_id, mail_id, participant_id)
    select app.organization_id(), added.id, unnest(letters.people)
    from added join letters on letters.people[1] = added.participant_id and letters.recipient_kind = added.recipient_kind
    where cardinality(letters.people) > 1
  `);
}

/**
 * Enqueues a mail once more, to the participant's present address and with the group's present template. It counts
 * towards the limits of its address like any other. Of siblings it tells only those who have that address; of one
 * that did not arrive the others get mails of their own once it leaves.
 *
 * @param requestedBy name of who has it sent
 * @returns id of the repeat
 */
export async function enqueueAgain(tx: Transaction, mailId: string, requestedBy: string): Promise<string> {
  await forgetBounces(tx, mailId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into mails (
      organization_id, group_id, participant_id, email_type, variant, recipient_kind, to_address, language, status_at, template_id,
      decision_reason, again_of, requested_by, of_message
    )
    select p.organization_id, p.group_id, p.id, m.email_type, m.variant, m.recipient_kind, lower(p.email),
      -- a message may have no words in another language
      case when m.of_message is null then p.language else m.language end,
      p.status, s.template_id, m.decision_reason, m.id, ${requestedBy}, m.of_message
    from mails m
    join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
    left join group_email_settings s
      on s.organization_id = p.organization_id and s.group_id = p.group_id and s.email_type = m.email_type
    where m.organization_id = app.organization_id() and m.id = ${mailId}
    on conflict (organization_id, again_of) where again_of is not null do nothing
    returning id
  `);
  const [again] = rows;
  if (!again) throw new Error('A mail was to be repeated twice.');
  await tx.execute(sql`select app.repeat_people(${mailId}, ${again.id})`);
  return again.id;
}

/**
 * Refuses to send a mail that tells news once more when the address has declined them: it would never leave.
 *
 * @param email where it would go, if not to the participant's present address
 * @throws {AppError} news_declined
 */
export async function requireWantedNews({ tx, organizationId }: Scope, mailId: string, email?: string) {
  const { rows } = await tx.execute<{ address: string }>(sql`
    select address from app.declined_news(${organizationId}, array(
      select lower(coalesce(${email ?? null}::text, p.email)) from mails m
      join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
      where m.organization_id = ${organizationId} and m.id = ${mailId} and m.recipient_kind = 'applicant'))
    where app.mail_tells_news(${mailId})`);
  if (rows.length > 0) throw new AppError('news_declined');
}

/** Lets an address of a participant have mail again, since staff send one to it on purpose: until one fails anew. */
export async function forgetBounces(tx: Transaction, mailId: string): Promise<void> {
  await tx.execute(sql`
    update mails set bounce = null from mails again
    join participants p on p.organization_id = again.organization_id and p.id = again.participant_id
    where again.organization_id = app.organization_id() and again.id = ${mailId}
      and mails.organization_id = again.organization_id and mails.to_address = lower(p.email) and mails.bounce is not null
  `);
}

/**
 * Cancels unsent status mails of participants: the decision was undone, or superseded by a newer one without a mail.
 *
 * @returns ids of the participants whose mail was stopped
 */
export async function cancelStatusMails(
  tx: Transaction,
  participantIds: readonly string[],
  reason: 'undone' | 'superseded' = 'undone',
): Promise<string[]> {
  return await callBack(tx, participantIds, reason);
}

async function callBack(
  tx: Transaction,
  participantIds: readonly string[],
  reason: 'undone' | 'superseded',
): Promise<string[]> {
  const { rows } = await tx.execute<{ participant_id: string }>(sql`
    with theirs as (
      select id from mails
      where organization_id = app.organization_id() and participant_id = any (${sql.param(participantIds)}::uuid[])
        and email_type = 'application_status_update' and not (${isTransfer}) and state in ('queued', 'held')
        -- a sibling who is named too is told still
        and not exists (
          select from mail_people n
          join participants o on o.organization_id = n.organization_id and o.id = n.participant_id
          where n.organization_id = mails.organization_id and n.mail_id = mails.id and o.status = mails.status_at
            and o.id <> all (${sql.param(participantIds)}::uuid[])
        )
      order by id for update
    )
    update mails set state = 'cancelled', state_reason = ${reason} from theirs
    where organization_id = app.organization_id() and mails.id = theirs.id
    returning participant_id
  `);
  return rows.map((row) => row.participant_id);
}

type Written = { subject: string; html: string; text: string; language: Language };

/**
 * Sends a mail that is written already to the caller, as a test.
 *
 * @param message_key the message whose files and reply address go along
 */
export async function enqueueTest(
  scope: Scope,
  email_type: MailType,
  { subject, html, text, language }: Written,
  message_key?: string,
): Promise<{ to_address: string }> {
  const rows = await scope.tx
    .insert(mails)
    .values({
      ...{ organization_id: scope.organizationId, email_type, variant: 'test', recipient_kind: 'staff' },
      // a platform ADMIN who acts for the organisation is not one of its staff
      account_id: scope.role === 'ADMIN' ? null : scope.accountId,
      to_address: scope.email,
      ...{ language, message_key },
    })
    .returning({ id: mails.id });
  const { id: mail_id } = found(rows[0]);
  await scope.tx
    .insert(mail_texts)
    .values({ organization_id: scope.organizationId, mail_id, subject, html, text });
  return { to_address: scope.email };
}
