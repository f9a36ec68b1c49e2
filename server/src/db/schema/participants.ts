import { storedWithdrawalReasons } from '@vpisnik/contract/rules/applicant-page';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { created, edited, id, instant, oneOf, tenant } from './columns.ts';
import { groupReference } from './groups.ts';

const participantStatuses = ['pending', 'approved', 'rejected', 'waitlisted', 'inactive'];

/**
 * An answer with the question as it was asked. `form_field_id` (the field of the catalogue; null for a question of the
 * group's own) and `sensitive`, which is only ever raised, are kept right by triggers.
 */
type Answer = {
  field_id: string;
  form_field_id?: string | null | undefined;
  label: string | null;
  name: string;
  type: string;
  value: string | string[] | boolean;
  /** For choices: the options' names as they were shown. */
  text: string;
  sensitive: boolean;
};

type Filtered = Record<'status' | 'language' | 'privacy_version' | 'date_of_birth', AnyPgColumn>;

/** What filters ask of a row alone: at the end of an index that has a list's order, they need not read the table. */
const filtered = (t: Filtered) => [t.status, t.language, t.privacy_version, t.date_of_birth] as const;

export const participants = pgTable(
  'participants',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    name: text().notNull(),
    email: text(),
    phone: text(),
    status: text().notNull().default('pending'),
    application_date: instant('application_date').notNull().default(sql`clock_timestamp()`),
    notes: text().notNull().default(''),
    reference: text().notNull(),
    language: text().notNull(),
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    /** For Undo: what the status was before the last decision, and when that was made. */
    previous_status: text(),
    decided_at: instant('decided_at'),
    /**
     * What the last decision or move has cleared of the row by itself, by column, and the absences that a move has deleted: a
     * trigger writes it. A statement that sets it to null takes that decision or move back, and gets all of it again.
     */
    cleared: jsonb().$type<Record<string, unknown>>(),
    /** When its applicant withdrew it, and why, as they chose; empty where they gave no reason. */
    withdrawn_at: instant('withdrawn_at'),
    withdrawal_reason: text().notNull().default(''),
    /** Until when a place is offered to someone in the queue; null without an offer. It takes a place. */
    offer_until: instant('offer_until'),
    /** When the last offer was made, and how many there were. */
    offered_at: instant('offered_at'),
    offer_no: integer().notNull().default(0),
    /** Since when nothing is offered to them by itself: an offer has passed in silence. */
    offer_paused_at: instant('offer_paused_at'),
    /** Whether staff took the last offer back before its end; it has not passed then. */
    offer_taken_back: boolean().notNull().default(false),
    /** Why staff made the last offer out of turn; empty otherwise. */
    offer_reason: text().notNull().default(''),
    /** What siblings of one group have in common who want a place together or none. */
    offer_tie: uuid(),
    /** Since when they take a place of their group; set by a trigger, null for participants from before it. */
    placed_at: instant('placed_at').default(sql`clock_timestamp()`),
    /** Version of the privacy notice shown with the form; null when staff added the person. */
    privacy_version: text(),
    /** The contact of a minor, from the answers with these purposes. */
    guardian_name: text().generatedAlwaysAs(sql`app.answer_for(answers, 'guardian_name')`),
    guardian_phone: text().generatedAlwaysAs(sql`app.answer_for(answers, 'guardian_phone')`),
    /** Null for an answer that is no day of the years that this product counts with. */
    date_of_birth: date().generatedAlwaysAs(sql`app.day_of(app.answer_for(answers, 'date_of_birth'))`),
    /** What the answers can be found by: questions and chosen values, as `app.answered` has them. */
    answered: uuid().array().generatedAlwaysAs(sql`app.answered(answers)`),
    /** Telephones as they were typed, for words that are part of them, and their digits alone. */
    search: text().generatedAlwaysAs(
      sql`app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || reference || ' ' || coalesce(app.answer_for(answers, 'guardian_name'), '') || ' ' || coalesce(app.answer_for(answers, 'guardian_phone'), '') || ' ' || coalesce(app.phone_digits(phone), '') || ' ' || coalesce(app.phone_digits(app.answer_for(answers, 'guardian_phone')), ''))`,
    ),
    /** The words of the name in one order: the same for `Ana Novák` and `Novak Ana`. */
    name_words: text().generatedAlwaysAs(sql`app.name_words(name)`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('participants_group_fkey', t),
    unique('participants_reference_key').on(t.organization_id, t.reference),
    // the same person has at most one living application in a group
    uniqueIndex('participants_person_key')
      .on(t.organization_id, t.group_id, sql`lower(email)`, sql`app.fold(name)`)
      .where(sql`email is not null and status in ('pending', 'approved', 'waitlisted')`),
    index('participants_date').on(t.organization_id, t.application_date, t.id, t.group_id, ...filtered(t)),
    index('participants_group').on(t.organization_id, t.group_id, t.application_date, t.id, ...filtered(t)),
    index('participants_status').on(t.organization_id, t.status, t.application_date, t.id),
    index('participants_name').on(
      t.organization_id,
      sql`name collate "sl-x-icu"`,
      t.id,
      t.group_id,
      ...filtered(t),
    ),
    // people with the same name, in a group or in all of them
    index('participants_same_name').on(t.organization_id, t.name_words, t.group_id),
    // the same person in other groups
    index('participants_email').on(t.organization_id, t.email),
    // all that an applicant's page shows
    index('participants_address').on(t.organization_id, sql`lower(email)`).where(sql`email is not null`),
    // offers that end
    index('participants_offer').on(t.offer_until).where(sql`offer_until is not null`),
    // the queues of groups, with whom a place is offered and whose offer has passed
    index('participants_queue')
      .on(t.organization_id, t.group_id, t.application_date, t.id, t.offer_until, t.offer_paused_at)
      .where(sql`status = 'waitlisted'`),
    index('participants_tie')
      .on(t.organization_id, t.group_id, t.offer_tie)
      .where(sql`offer_tie is not null`),
    index('participants_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('participants_birth')
      .on(t.organization_id, t.date_of_birth, t.id, t.group_id)
      .where(sql`date_of_birth is not null`),
    // questions are of one organisation, so it needs no organisation's id
    index('participants_answered').using('gin', t.answered),
    check('participants_status_check', oneOf(t.status, participantStatuses)),
    check(
      'participants_offer_check',
      sql`${t.status} = 'waitlisted' or ${t.offer_until} is null and ${t.offer_paused_at} is null`,
    ),
    check(
      'participants_offered_check',
      sql`${t.offer_until} is null or ${t.offered_at} is not null and ${t.offer_no} > 0 and ${t.offer_paused_at} is null`,
    ),
    check('participants_language_check', oneOf(t.language, ['sl', 'en'])),
    check('participants_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('participants_email_check', sql`${t.email} like '%_@_%'`),
    check('participants_reference_check', sql`${t.reference} ~ '^[2-9A-HJ-NP-Z]{8}$'`),
    check('participants_answers_check', sql`jsonb_typeof(${t.answers}) = 'array'`),
    check(
      'participants_withdrawn_check',
      sql`${t.withdrawn_at} is null and ${t.withdrawal_reason} = '' or ${t.withdrawn_at} is not null and ${t.status} = 'inactive'`,
    ),
    check(
      'participants_withdrawal_reason_check',
      oneOf(t.withdrawal_reason, ['', ...storedWithdrawalReasons]),
    ),
  ],
);

export const participantReference = (
  name: string,
  t: { organization_id: AnyPgColumn; participant_id: AnyPgColumn },
) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.participant_id],
    foreignColumns: [participants.organization_id, participants.id],
  });

/** What people who applied again said differently: null and an empty list where they said the same. */
export const reapplications = pgTable(
  'reapplications',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    /** The participant's group, so that one policy covers both; kept right by a trigger. */
    group_id: uuid().notNull(),
    name: text(),
    phone: text(),
    notes: text(),
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('reapplications_participant_fkey', t).onDelete('cascade'),
    groupReference('reapplications_group_fkey', t),
    index('reapplications_participant').on(t.organization_id, t.participant_id, t.created_at, t.id),
    index('reapplications_group').on(t.organization_id, t.group_id),
    check('reapplications_answers_check', sql`jsonb_typeof(${t.answers}) = 'array'`),
  ],
);
