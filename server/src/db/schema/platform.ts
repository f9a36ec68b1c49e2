import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { created, edited, id, instant, isTexts, texts } from './columns.ts';

/** The OpenID provider's storage: sessions, grants, codes, tokens. */
export const oidc_payloads = pgTable(
  'oidc_payloads',
  {
    model: text().notNull(),
    id: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grant_id: text(),
    user_code: text(),
    uid: text(),
    expires_at: instant('expires_at'),
    consumed_at: instant('consumed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.id] }),
    index('oidc_payloads_grant').on(t.grant_id).where(sql`${t.grant_id} is not null`),
    index('oidc_payloads_uid').on(t.uid).where(sql`${t.uid} is not null`),
    index('oidc_payloads_expires').on(t.expires_at),
    index('oidc_payloads_account').on(sql`(payload ->> 'accountId')`),
  ],
);

/** Signing and cookie keys, sealed with SECRET_KEY. */
export const platform_secrets = pgTable('platform_secrets', {
  name: text().primaryKey(),
  sealed: text().notNull(),
  ...created(),
});

/** One row per key and window, shared by all processes; made unlogged by `40_rows.sql`. */
export const rate_limits = pgTable(
  'rate_limits',
  { key: text().primaryKey(), hits: integer().notNull(), expires_at: instant('expires_at').notNull() },
  (t) => [index('rate_limits_expires').on(t.expires_at)],
);

/** Domains that get no mail for a while because their server put it off; `*` is our own mail server. */
export const mail_pauses = pgTable('mail_pauses', {
  domain: text().primaryKey(),
  until: instant('until').notNull(),
  /** Pauses in a row, each longer than the one before. */
  failures: integer().notNull().default(1),
  /** What the server said. */
  said: text().notNull().default(''),
});

/** Mailboxes that reports about mails are read from: how far, and how the last look went. */
export const report_mailboxes = pgTable('report_mailboxes', {
  /** Folder, user and host. */
  name: text().primaryKey(),
  /** Which numbering of its messages `last_uid` is of; a server that numbers anew names another one. */
  uid_validity: text().notNull().default(''),
  last_uid: bigint({ mode: 'number' }).notNull().default(0),
  /** When it was last read to its end. */
  read_at: instant('read_at'),
  /** Looks in a row that failed, why the last one did, and before when there is no other. */
  failures: integer().notNull().default(0),
  fault: text().notNull().default(''),
  next_at: instant('next_at').notNull().default(sql`now()`),
});

/** Backups that have ended, well or not. */
export const backups = pgTable(
  'backups',
  {
    id: id().primaryKey(),
    /** Address of the folder or bucket, and the archive's name in it. */
    target: text().notNull(),
    name: text().notNull(),
    started_at: instant('started_at').notNull(),
    ended_at: instant('ended_at').notNull().default(sql`now()`),
    bytes: bigint({ mode: 'number' }),
    rows: bigint({ mode: 'number' }),
    files: integer(),
    /** Why there is no archive; null when it was made. */
    failure: text(),
  },
  (t) => [index('backups_ended').on(t.ended_at)],
);

/** Restores of this installation from an archive. Until the last one is released, no mail is sent. */
export const restorations = pgTable('restorations', {
  id: id().primaryKey(),
  /** The archive's name, and the instant that it shows. */
  name: text().notNull(),
  made_at: instant('made_at').notNull(),
  restored_at: instant('restored_at').notNull().default(sql`now()`),
  released_at: instant('released_at'),
  /** What became of the mails that waited: sent, or cancelled. */
  waiting: text(),
});

/** What the operator has chosen for the whole installation, in one row; none until they choose something. */
export const installation_settings = pgTable(
  'installation_settings',
  {
    id: boolean().primaryKey().default(true),
    /** A sentence or two on all screens. */
    notice: texts(),
    /** Whether every change is refused. */
    read_only: boolean().notNull().default(false),
    /** Name of who changed it last. */
    changed_by: text().notNull(),
    ...edited(),
  },
  (t) => [
    check('installation_settings_one', sql`${t.id}`),
    check('installation_settings_notice', isTexts(t.notice)),
  ],
);
