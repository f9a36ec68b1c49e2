import { mailTypeRules, mailTypes } from '@vpisnik/contract/rules/mail-types';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { mails } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/** Mails of types that the caller may read about. */
export const readableMails = ({ rank }: Scope) =>
  inArray(
    mails.email_type,
    mailTypes.filter((type) => rank >= permissions[mailTypeRules[type].readers]),
  );

/** Mails to a participant, to staff about them, and those that name them beside a sibling. */
export const readableMailsOf = (scope: Scope, participantId: string) => {
  const of = eq(mails.organization_id, scope.organizationId);
  const its = sql`${mails.id} in (
    select own.id from mails own
    where own.organization_id = ${scope.organizationId} and own.participant_id = ${participantId}
    union all
    select n.mail_id from mail_people n
    where n.organization_id = ${scope.organizationId} and n.participant_id = ${participantId}
    union all
    select l.mail_id from mail_payments l
    join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
    where l.organization_id = ${scope.organizationId} and p.participant_id = ${participantId}
    union all
    select l.mail_id from mail_notices l
    where l.organization_id = ${scope.organizationId} and l.participant_id = ${participantId}
  )`;
  return sql`${and(of, its, readableMails(scope))}`;
};
