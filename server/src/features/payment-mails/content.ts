import type { PaymentEmailType } from '@vpisnik/contract/rules/email-types';
import type { MailReason } from '@vpisnik/contract/rules/mails';
import { isOpen, type PaymentStatus } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { holdsPlace, type ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import type { Language } from '@vpisnik/contract/rules/texts';
import { eq, type Placeholder, sql } from 'drizzle-orm';
import { mail_payments, payment_settings, payments } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import {
  type MailContent,
  partSiblings,
  type ReadContent,
  senderOf,
  templateOf,
  usedTemplate,
} from '../application-mails/content.ts';
import type { ClaimedMail } from '../application-mails/outbox.ts';
import type { MailData } from '../application-mails/rendering/render.ts';
import { type PaymentRow, selectPayee, selectPayments } from '../slips/queries.ts';
import { namesOf, owedDetails, receivedDetails } from './facts.ts';

/** Reads what a mail about payments says of those of which it still is true; none, or the type is off: nothing. */
export const paymentContent: ReadContent = (...given) => readPaymentContent(...given);

/** The same; a mail that is only read has no pictures. */
export async function readPaymentContent(
  tx: Transaction,
  { mail, organization }: ClaimedMail,
  publicUrl: string,
  pictured = true,
): Promise<MailContent | MailReason> {
  const reader = { tx, organizationId: mail.organization_id };
  const type = mail.email_type as PaymentEmailType;
  const language = mail.language as Language;
  const today = localDay(new Date(), organization.time_zone);
  const [settings] = await choices(tx, {
    organization: mail.organization_id,
    template: mail.template_id,
    email_type: type,
    mail: mail.id,
    zone: organization.time_zone,
  });
  const payee = await selectPayee(reader);
  if (!settings || !payee) return 'turned_off';
  // what staff have sent themselves needs no switch
  if (mail.requested_by === '' && !settings[switches[type]]) return 'turned_off';
  const itsPayments = sql`${payments.id} in (
    select ${mail_payments.payment_id} from ${mail_payments}
    where ${mail_payments.organization_id} = ${mail.organization_id} and ${mail_payments.mail_id} = ${mail.id}
  )`;
  const named = await selectPayments(reader, itsPayments);
  await partSiblings(tx, mail, named);
  const rows = named.filter((row) => isStillTrue(type, row) && row.email?.toLowerCase() === mail.to_address);
  if (rows.length === 0) return 'payment_changed';
  const { group_name, participant_name, addressee, values } = namesOf(rows, language, today);
  const data: Omit<MailData, 'details'> = {
    email_type: type,
    variant: type === 'payment_reminder' ? reminderVariant(rows, today, settings.reminded_before) : '',
    recipient_kind: 'applicant',
    language,
    organization: senderOf(organization),
    ...{ group_name, participant_name, addressee, values },
    status: null,
    reason: '',
    may_decide: false,
    link: null,
    home: publicUrl,
  };
  const details = async () =>
    type === 'payment_received'
      ? receivedDetails(rows, language)
      : await owedDetails(rows, payee, language, today, pictured);
  return {
    ...usedTemplate(settings.template),
    data: async () => ({ ...data, details: await details() }),
  };
}

/** The organisation's setting of each type. */
const switches = {
  payment_request: 'mail_requests',
  payment_reminder: 'mail_reminders',
  payment_received: 'mail_received',
} as const satisfies Record<PaymentEmailType, string>;

/** Whether a mail of a type still has to tell of a payment. */
function isStillTrue(type: PaymentEmailType, { status, participant_status }: PaymentRow): boolean {
  if (type === 'payment_received') return status === 'completed';
  return (
    isOpen(status as PaymentStatus) &&
    (type !== 'payment_reminder' || holdsPlace(participant_status as ParticipantStatus))
  );
}

/** How a reminder is worded: before the day, after it, or once more. */
function reminderVariant(rows: readonly PaymentRow[], today: string, remindedBefore: string[]): string {
  const late = rows.filter(
    ({ status, expiration_date: day }) => status === 'expired' || (day !== null && day < today),
  );
  if (late.length === 0) return rows.some(({ expiration_date }) => expiration_date !== null) ? '' : 'undated';
  return late.some(({ id }) => remindedBefore.includes(id)) ? 'overdue_again' : 'overdue';
}

type Value = (name: 'organization' | 'template' | 'email_type' | 'mail' | 'zone') => Placeholder;

/** What the organisation sends, the template, and the payments of which earlier mails told after their day. */
const choices = statement((tx, value: Value) =>
  tx
    .select({
      mail_requests: payment_settings.mail_requests,
      mail_reminders: payment_settings.mail_reminders,
      mail_received: payment_settings.mail_received,
      template: templateOf(value),
      reminded_before: sql<string[]>`array(
        select l.payment_id::text from mail_payments l
        join payments p on p.organization_id = l.organization_id and p.id = l.payment_id
        join mail_payments before on before.organization_id = l.organization_id and before.payment_id = l.payment_id
          and before.mail_id <> l.mail_id
        join mails m on m.organization_id = before.organization_id and m.id = before.mail_id
        where l.organization_id = ${value('organization')} and l.mail_id = ${value('mail')}
          and m.email_type = 'payment_reminder' and m.state = 'sent' and (m.sent_at at time zone ${value('zone')})::date > p.expiration_date
      )`,
    })
    .from(payment_settings)
    .where(eq(payment_settings.organization_id, value('organization'))),
);
