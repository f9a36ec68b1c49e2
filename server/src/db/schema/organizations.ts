import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { edited, id, instant, isLanguages, isSlug, oneOf, tenant } from './columns.ts';

/** `profile` of an organisation, as the contract shapes it. */
type Profile = Partial<
  Record<'phone_number' | 'company_name' | 'address' | 'city' | 'postal_code' | 'country' | 'vat_id', string>
>;

export const organizations = pgTable(
  'organizations',
  {
    id: id().primaryKey(),
    name: text().notNull(),
    /** First part of its public addresses; a trigger proposes one from the name where none is given. */
    label: text().notNull().default(''),
    owner_email: text().notNull(),
    /** Where the public pages and the mails say that one can write; null publishes none. */
    contact_email: text(),
    default_language: text().notNull().default('sl'),
    languages: text().array().notNull().default(['sl', 'en']),
    time_zone: text().notNull().default('Europe/Ljubljana'),
    currency: text().notNull().default('EUR'),
    embed_origins: text().array().notNull().default([]),
    search_indexing: boolean().notNull().default(true),
    /** Roles whose people sign in with a second factor. */
    second_factor_roles: text().array().notNull().default([]),
    active: boolean().notNull().default(true),
    setup_completed: boolean().notNull().default(false),
    profile: jsonb().$type<Profile>().notNull().default({}),
    delete_after: instant('delete_after'),
    /** Whether work-free days of Slovenia take sessions out, and the school breaks of which part of it. */
    public_holidays: boolean().notNull().default(true),
    school_breaks: text().notNull().default('none'),
    /** Whether those who may decide are told once a day how the queues of their groups stand. */
    queue_digest: boolean().notNull().default(true),
    ...edited(),
  },
  (t) => [
    unique('organizations_label_key').on(t.label),
    check('organizations_label_check', isSlug(t.label)),
    check('organizations_school_breaks_check', oneOf(t.school_breaks, ['none', 'east', 'west'])),
    check('organizations_languages_check', isLanguages(t.languages)),
    check('organizations_default_language_check', sql`${t.default_language} = any (${t.languages})`),
    index('organizations_name').on(sql`name collate "sl-x-icu"`, t.id),
    index('organizations_search').using('gin', sql`app.fold(name || ' ' || owner_email) gin_trgm_ops`),
    index('organizations_delete_after').on(t.delete_after).where(sql`${t.delete_after} is not null`),
    check('organizations_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check('organizations_contact_email_check', sql`${t.contact_email} like '%_@_%'`),
    check('organizations_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('organizations_delete_after_check', sql`not (${t.active} and ${t.delete_after} is not null)`),
  ],
);

/**
 * Deleted organisations. For thirty days the row holds the state to restore; after that it is all that remains: which
 * organisation, when, and who deleted it.
 */
export const organization_deletions = pgTable('organization_deletions', {
  /** The organisation's; no reference, since this row outlives it. */
  id: uuid().primaryKey(),
  requested_by: text().notNull(),
  requested_at: instant('requested_at').notNull().default(sql`now()`),
  was_active: boolean().notNull(),
  /** When the last of it was removed. */
  removed_at: instant('removed_at'),
});

/** Former labels of organisations: for a year they redirect to the present label and can't be taken by others. */
export const former_organization_labels = pgTable(
  'former_organization_labels',
  {
    organization_id: tenant().references(() => organizations.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    replaced_at: instant('replaced_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.label] }),
    unique('former_organization_labels_key').on(t.label),
  ],
);

/** The day that an organisation's last digests of its queues were written for. */
export const queue_digests = pgTable(
  'queue_digests',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    written_on: date().notNull(),
    /** When those were written, and since when they tell what has passed; unknown for those of an earlier release. */
    written_at: instant('written_at'),
    since: instant('since'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('queue_digests_organization_key').on(t.organization_id),
  ],
);

/** How much an organisation holds, counted by the clock: a list of organisations never counts rows itself. */
export const organization_numbers = pgTable('organization_numbers', {
  id: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  groups: integer().notNull(),
  participants: integer().notNull(),
  users: integer().notNull(),
  last_activity_at: instant('last_activity_at'),
  /** Of pictures, attachments of messages, and its archives. */
  file_bytes: bigint({ mode: 'number' }).notNull().default(0),
  /** What it did in thirty days; see `organization_use`. */
  requests: bigint({ mode: 'number' }).notNull().default(0),
  database_ms: bigint({ mode: 'number' }).notNull().default(0),
  mails: bigint({ mode: 'number' }).notNull().default(0),
  counted_at: instant('counted_at').notNull().default(sql`now()`),
});

/** What organisations did on a day (of UTC): processes add what they have counted, once a minute. */
export const organization_use = pgTable(
  'organization_use',
  {
    id: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    requests: bigint({ mode: 'number' }).notNull().default(0),
    /** Milliseconds for which its requests and bulk work held a connection. */
    database_ms: bigint({ mode: 'number' }).notNull().default(0),
    /** Mails handed over to the mail server. */
    mails: bigint({ mode: 'number' }).notNull().default(0),
  },
  // of a day come together what is counted and what goes
  (t) => [primaryKey({ columns: [t.day, t.id] }), index('organization_use_organization').on(t.id)],
);
