import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { cause, created, id, instant, money, oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { messages } from './messages.ts';
import { organizations } from './organizations.ts';
import { participantReference } from './participants.ts';
import { payments } from './payments.ts';
import { session_notices } from './sessions.ts';

/**
 * Whether a mail is one of many that work for all causes: it lets those that a person waits for go first. As text, for the
 * index and for the statement that must match it.
 */
export const isBulkMail = `(bulk_job_id is not null or email_type not in
  ('application_confirmation', 'application_received_notification', 'application_status_update', 'application_link',
  'place_offered', 'offer_reminder'))`;

/** The outbox and the mail history: one row per message to one recipient. Workers look for queued rows that are due. */
export const mails = pgTable(
  'mails',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    group_id: uuid(),
    participant_id: uuid(),
    email_type: text().notNull(),
    /** Which text of the type: '' or 'duplicate' ("we already have your application"). */
    variant: text().notNull().default(''),
    recipient_kind: text().notNull(),
    /** Staff recipient, and the row it was fanned out from. */
    account_id: uuid(),
    origin_id: uuid(),
    /** Known from the start for applicants; for staff set when sent. */
    to_address: text(),
    language: text().notNull(),
    status_at: text(),
    /** Template that the group had chosen when the mail was caused. */
    template_id: uuid(),
    /** What was sent: a version of a template, null for the system's words; and whether the chosen one could not be used. */
    template_version_id: uuid(),
    template_missed: boolean().notNull().default(false),
    state: text().notNull().default('queued'),
    state_reason: text().notNull().default(''),
    /** What staff wrote about a rejection for the participant to read; plain text. */
    decision_reason: text().notNull().default(''),
    send_after: instant('send_after').notNull().default(sql`now()`),
    /** Until when it is left to the process that has taken it; after that, that process is gone. */
    taken_until: instant('taken_until'),
    attempts: integer().notNull().default(0),
    /** What a report said after it was sent; null since it was sent to that address again on purpose. */
    bounce: text(),
    /** The bulk work that caused it. */
    bulk_job_id: uuid(),
    /**
     * The message that it is of, and whom of that it is to: an address, perhaps with a name. Repeats have no key. A test is of
     * no message, so that a draft can be deleted; its key is the message whose files it takes along.
     */
    of_message: uuid(),
    message_key: text(),
    /** The mail that it repeats, and the name of who had it sent again. */
    again_of: uuid(),
    requested_by: text().notNull().default(''),
    sent_at: instant('sent_at'),
    cause: cause(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('mails_group_fkey', t).onDelete('cascade'),
    participantReference('mails_participant_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'mails_message_fkey',
      columns: [t.organization_id, t.of_message],
      foreignColumns: [messages.organization_id, messages.id],
    }),
    uniqueIndex('mails_fan_out_key')
      .on(t.organization_id, t.origin_id, t.to_address)
      .where(sql`origin_id is not null`),
    // each is sent again once; the repeat may be sent again in its turn
    uniqueIndex('mails_again_key').on(t.organization_id, t.again_of).where(sql`again_of is not null`),
    uniqueIndex('mails_message_key')
      .on(t.organization_id, t.of_message, t.message_key)
      .where(sql`message_key is not null`),
    // counts of a message are read from it alone
    index('mails_of_message')
      .on(t.organization_id, t.of_message, t.id, t.state, t.sent_at, t.group_id, t.again_of)
      .where(sql`of_message is not null`),
    index('mails_participant').on(t.organization_id, t.participant_id, t.created_at),
    index('mails_group').on(t.organization_id, t.group_id),
    index('mails_waiting').on(t.state, t.send_after).where(sql`state in ('queued', 'held')`),
    // what applicants of a group change is added to the one that waits
    index('mails_changes')
      .on(t.organization_id, t.group_id)
      .where(sql`email_type = 'application_changed' and state in ('queued', 'held')`),
    index('mails_due')
      .on(t.organization_id, sql.raw(isBulkMail), t.send_after, t.id)
      .where(sql`state in ('queued', 'sending')`),
    index('mails_recipient').on(t.to_address, t.sent_at),
    index('mails_bounced').on(t.organization_id, t.to_address).where(sql`bounce is not null`),
    index('mails_sent').on(t.organization_id, t.sent_at),
    index('mails_bulk_job').on(t.organization_id, t.bulk_job_id).where(sql`bulk_job_id is not null`),
    index('mails_unsettled')
      .on(t.organization_id, t.created_at, t.id)
      .where(sql`state in ('held', 'failed')`),
    index('mails_failed')
      .on(t.organization_id, t.participant_id, t.created_at)
      .where(sql`state = 'failed' and recipient_kind = 'applicant'`),
    check('mails_recipient_kind_check', oneOf(t.recipient_kind, ['applicant', 'staff'])),
    check('mails_state_check', oneOf(t.state, ['held', 'queued', 'sending', 'sent', 'failed', 'cancelled'])),
    check('mails_bounce_check', oneOf(t.bounce, ['hard', 'soft', 'other', 'complaint'])),
    check('mails_language_check', oneOf(t.language, ['sl', 'en'])),
  ],
);

/**
 * The words of a mail as it was sent, kept for a time. A mail that is written before it is sent (a test) has its HTML here
 * until it has left.
 */
export const mail_texts = pgTable(
  'mail_texts',
  {
    organization_id: tenant(),
    mail_id: uuid().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.mail_id] }),
    foreignKey({
      name: 'mail_texts_mail_fkey',
      columns: [t.organization_id, t.mail_id],
      foreignColumns: [mails.organization_id, mails.id],
    }).onDelete('cascade'),
    index('mail_texts_created').on(t.created_at),
  ],
);

/** Payments that a mail is about, of one participant or of several with one address. */
export const mail_payments = pgTable(
  'mail_payments',
  {
    organization_id: tenant(),
    mail_id: uuid().notNull(),
    payment_id: uuid().notNull(),
    /** What it was when the mail was written; null for mails of before. */
    amount: money(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.mail_id, t.payment_id] }),
    foreignKey({
      name: 'mail_payments_mail_fkey',
      columns: [t.organization_id, t.mail_id],
      foreignColumns: [mails.organization_id, mails.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mail_payments_payment_fkey',
      columns: [t.organization_id, t.payment_id],
      foreignColumns: [payments.organization_id, payments.id],
    }).onDelete('cascade'),
    index('mail_payments_payment').on(t.organization_id, t.payment_id),
  ],
);

/** Changes of dates that a mail tells of, and for which participants; for none, to a leader. */
export const mail_notices = pgTable(
  'mail_notices',
  {
    organization_id: tenant(),
    id: id(),
    mail_id: uuid().notNull(),
    notice_id: uuid().notNull(),
    participant_id: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('mail_notices_key')
      .on(t.organization_id, t.mail_id, t.notice_id, t.participant_id)
      .nullsNotDistinct(),
    foreignKey({
      name: 'mail_notices_mail_fkey',
      columns: [t.organization_id, t.mail_id],
      foreignColumns: [mails.organization_id, mails.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mail_notices_notice_fkey',
      columns: [t.organization_id, t.notice_id],
      foreignColumns: [session_notices.organization_id, session_notices.id],
    }).onDelete('cascade'),
    participantReference('mail_notices_participant_fkey', t).onDelete('cascade'),
    index('mail_notices_notice').on(t.organization_id, t.notice_id),
    index('mail_notices_participant').on(t.organization_id, t.participant_id),
  ],
);

/** People whom a mail of a message or about offers names: siblings share one. */
export const mail_people = pgTable(
  'mail_people',
  {
    organization_id: tenant(),
    mail_id: uuid().notNull(),
    participant_id: uuid().notNull(),
    /** Of a mail about an offer: when that was made, which tells it from others, and until when it stood by then. */
    offered_at: instant('offered_at'),
    offer_until: instant('offer_until'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.mail_id, t.participant_id] }),
    foreignKey({
      name: 'mail_people_mail_fkey',
      columns: [t.organization_id, t.mail_id],
      foreignColumns: [mails.organization_id, mails.id],
    }).onDelete('cascade'),
    participantReference('mail_people_participant_fkey', t).onDelete('cascade'),
    index('mail_people_participant').on(t.organization_id, t.participant_id),
    check('mail_people_offer_check', sql`(${t.offered_at} is null) = (${t.offer_until} is null)`),
  ],
);
