import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, created, edited, id, instant, oneOf } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: id().primaryKey(),
    email: text().notNull().unique('accounts_email_key'),
    name: text().notNull(),
    password_hash: text(),
    language: text().notNull().default('sl'),
    platform_admin: boolean().notNull().default(false),
    confirmed_at: instant('confirmed_at'),
    password_change_required: boolean().notNull().default(false),
    /** The terms agreed to at registration, in which language and when; null for accounts made by an invitation. */
    terms_version: text(),
    /** Of the agreement on the processing of data, agreed to together with the terms. */
    processing_version: text(),
    terms_language: text(),
    terms_accepted_at: instant('terms_accepted_at'),
    last_sign_in_at: instant('last_sign_in_at'),
    /** List columns that the account has shown or hidden, and under `order` their order; others keep the list's default. */
    list_columns: jsonb().$type<Record<string, Record<string, boolean | string[]>>>().notNull().default({}),
    ...edited(),
  },
  (t) => [
    check('accounts_email_check', sql`${t.email} = lower(${t.email}) and ${t.email} like '%_@_%'`),
    check('accounts_language_check', oneOf(t.language, ['sl', 'en'])),
    check('accounts_list_columns_check', sql`jsonb_typeof(${t.list_columns}) = 'object'`),
    check(
      'accounts_terms_check',
      sql`num_nonnulls(${t.terms_version}, ${t.terms_language}, ${t.terms_accepted_at}) in (0, 3)`,
    ),
    index('accounts_unconfirmed')
      .on(t.created_at)
      .where(sql`confirmed_at is null and terms_version is not null`),
  ],
);

/** Single-use codes: only the SHA-256 of a code is kept, bound to one purpose. */
export const account_codes = pgTable(
  'account_codes',
  {
    id: id().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    code_hash: bytea().notNull().unique('account_codes_hash_key'),
    /** Data of the change that the code confirms, for instance the new address. */
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    ...created(),
  },
  (t) => [
    index('account_codes_account').on(t.account_id, t.purpose),
    // a new owner address that waits to be confirmed
    index('account_codes_owner_change')
      .on(sql`(${t.data} ->> 'organization_id')`)
      .where(sql`${t.purpose} = 'owner_change' and ${t.used_at} is null`),
    check(
      'account_codes_purpose_check',
      oneOf(t.purpose, ['activation', 'password_reset', 'email_change', 'owner_change', 'device']),
    ),
  ],
);

/**
 * The outbox of mail about accounts, which belongs to no organisation: a platform ADMIN has none, and an address that
 * asks for a link may have no account. Codes are made when a mail leaves, so no row ever holds one.
 */
export const account_mails = pgTable(
  'account_mails',
  {
    id: id().primaryKey(),
    kind: text().notNull(),
    to_address: text().notNull(),
    /** Recipient; null = resolved by the address at sending, so that requests take equally long for all. */
    account_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    state: text().notNull().default('queued'),
    state_reason: text().notNull().default(''),
    send_after: instant('send_after').notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    message_id: text().notNull().default(sql`uuidv7()::text`),
    sent_at: instant('sent_at'),
    ...created(),
  },
  (t) => [
    index('account_mails_recipient').on(t.to_address, t.kind, t.created_at),
    index('account_mails_account').on(t.account_id),
    index('account_mails_created').on(t.created_at),
    // its link on the way; mails are kept long, so these are few among many
    index('account_mails_owner_change')
      .on(sql`(${t.data} ->> 'organization_id')`)
      .where(sql`${t.kind} = 'owner_change' and ${t.state} in ('queued', 'sending')`),
    // what an organisation has caused
    index('account_mails_organization')
      .on(sql`(${t.data} ->> 'organization_id')`, t.created_at)
      .where(sql`${t.data} ? 'organization_id'`),
    index('account_mails_held').on(t.to_address, t.kind).where(sql`${t.state} = 'held'`),
    check(
      'account_mails_state_check',
      oneOf(t.state, ['held', 'queued', 'sending', 'sent', 'failed', 'cancelled']),
    ),
  ],
);
