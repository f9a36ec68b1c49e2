import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, instant } from './columns.ts';

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
