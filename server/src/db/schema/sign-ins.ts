import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, created, id, instant } from './columns.ts';

/** Identities of accounts at a hosted provider, by subject, which stays when names and addresses change. */
export const account_identities = pgTable(
  'account_identities',
  {
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    unique('account_identities_account_key').on(t.account_id, t.issuer),
  ],
);

/** Authenticator apps, one per account; it counts once it is confirmed. `last_step` keeps a code from counting twice. */
export const second_factors = pgTable('second_factors', {
  account_id: uuid()
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** The shared secret, sealed with SECRET_KEY. */
  sealed: text().notNull(),
  last_step: integer().notNull().default(0),
  confirmed_at: instant('confirmed_at'),
  ...created(),
});

/** Single-use codes for the day when the app is lost; only the SHA-256 of a code is kept. */
export const recovery_codes = pgTable(
  'recovery_codes',
  {
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    code_hash: bytea().notNull(),
    used_at: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.code_hash] })],
);

/** Passkeys, a second factor beside the app. `counter` is what the key says it has signed; it never goes back. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    credential_id: bytea().notNull().unique('passkeys_credential_key'),
    /** COSE. */
    public_key: bytea().notNull(),
    counter: bigint({ mode: 'number' }).notNull().default(0),
    transports: text().array().notNull().default([]),
    name: text().notNull(),
    used_at: instant('used_at'),
    ...created(),
  },
  (t) => [
    index('passkeys_account').on(t.account_id),
    check('passkeys_name_check', sql`length(btrim(${t.name})) between 1 and 100`),
  ],
);

/** Devices that are signed in: what the provider's grant doesn't tell. It ends with the grant. */
export const sign_ins = pgTable(
  'sign_ins',
  {
    id: id().primaryKey(),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    grant_id: text().notNull().unique('sign_ins_grant_key'),
    user_agent: text().notNull().default(''),
    ...created(),
  },
  (t) => [index('sign_ins_account').on(t.account_id)],
);

/** Browsers that an account has signed in with, by the hash of their cookie: others' guesses never lock them out. */
export const known_devices = pgTable(
  'known_devices',
  {
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    token_hash: bytea().notNull(),
    used_at: instant('used_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.token_hash] }), index('known_devices_used').on(t.used_at)],
);
