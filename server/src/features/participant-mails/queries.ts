import type { SentMail } from '@vpisnik/contract/participant-mails';
import { isMailType, mailTypeRules } from '@vpisnik/contract/rules/mail-types';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { referenced } from '../../db/referenced.ts';
import { mail_texts, mails, notification_template_versions as versions } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import { TRANSFERRED } from '../application-mails/transfers.ts';

/**
 * A mail of a participant in scope, with its words as they were sent while they are kept.
 *
 * @throws {AppError} not_found, forbidden (of a type that higher ranks alone read, with what is open of payments, or naming
 *   others who are out of scope)
 */
export async function getSentMail(scope: Scope, id: string): Promise<SentMail> {
  const [row] = await scope.tx
    .select({
      id: mails.id,
      email_type: mails.email_type,
      to_address: mails.to_address,
      language: mails.language,
      sent_at: mails.sent_at,
      words: { subject: mail_texts.subject, text: mail_texts.text },
      template: { id: versions.template_id, name: versions.name, number: versions.number },
      template_missed: mails.template_missed,
    })
    .from(mails)
    .leftJoin(
      mail_texts,
      and(eq(mail_texts.organization_id, mails.organization_id), eq(mail_texts.mail_id, mails.id)),
    )
    .leftJoin(versions, referenced(versions, mails, mails.template_version_id))
    // mail of no participant is a test that a colleague has sent to themselves
    .where(
      and(eq(mails.organization_id, scope.organizationId), eq(mails.id, id), isNotNull(mails.participant_id)),
    );
  const mail = found(row) as SentMail;
  if (isMailType(mail.email_type) && scope.rank < permissions[mailTypeRules[mail.email_type].readers])
    throw new AppError('forbidden');
  const { others, owes } = await tells(scope, id);
  if (others || (owes && scope.rank < permissions['payments.manage'])) throw new AppError('forbidden');
  return mail;
}

/**
 * What a mail tells beside its own participant: `others`, whether it names people, payments or dates in groups out of scope,
 * a sibling's in a family that has one address; `owes`, whether it is of a message that tells what is open of payments.
 */
async function tells({ tx, organizationId, allGroups, groupIds }: Scope, id: string) {
  const { rows } = await tx.execute<{ others: boolean; owes: boolean }>(sql`
    select app.payments_of_mail(${id}) > (
      select count(*) from mail_payments where organization_id = ${organizationId} and mail_id = ${id}
    ) or app.notices_of_mail(${id}) > (
      select count(*) from mail_notices l where l.organization_id = ${organizationId} and l.mail_id = ${id}
        -- they may have moved to another group than the dates are of
        and (l.participant_id is null or exists (
          select from participants p where p.organization_id = l.organization_id and p.id = l.participant_id))
    ) or app.people_of_mail(${id}) > (
      select count(*) from mail_people where organization_id = ${organizationId} and mail_id = ${id}
    ) or not ${allGroups}::boolean and exists (
      -- a mail about a move names the group before
      select from mails m
      join participant_changes c on c.organization_id = m.organization_id and c.participant_id = m.participant_id
      cross join jsonb_array_elements(c.changes) as change
      where m.organization_id = ${organizationId} and m.id = ${id} and m.variant = ${TRANSFERRED}
        and change ->> 'field' = 'group' and change ->> 'from_id' <> all (${sql.param([...groupIds])}::text[])
    ) as others, app.mail_owes(${id}) as owes`);
  return found(rows[0]);
}
