/**
 * The map of the tables. Columns carry the names that cross the wire; every tenant table starts with
 * `organization_id`, and every key and reference includes it. Functions, triggers and policies are in `sql/`.
 */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instantText } from './instants.ts';

/** A text per language, for instance `{ sl: 'Plesna šola', en: 'Dance school' }`. */
type Texts = Partial<Record<'sl' | 'en', string | undefined>>;

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An instant as it crosses the wire: RFC 3339 in UTC, with PostgreSQL's microseconds. */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: instantText,
});
const id = () => uuid().notNull().default(sql`uuidv7()`);
const texts = () => jsonb().$type<Texts>().notNull().default({});
const created = () => ({ created_at: instant('created_at').notNull().default(sql`now()`) });
/** Columns of a row that people edit; a trigger moves `version` and `updated_at` on every update. */
const edited = () => ({
  ...created(),
  updated_at: instant('updated_at').notNull().default(sql`now()`),
  version: integer().notNull().default(1),
});
const tenant = () => uuid('organization_id').notNull();

const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
const isTexts = (column: AnyPgColumn): SQL => sql`app.is_texts(${column})`;
const isSlug = (column: AnyPgColumn): SQL =>
  sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${column}) <= 80`;
const isLanguages = (column: AnyPgColumn): SQL =>
  sql`cardinality(${column}) > 0 and ${column} <@ array['sl', 'en']::text[]`;

/* ------------------------------------------------------------------ platform */

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
    /** List columns that the account has shown or hidden; others keep the list's default. */
    list_columns: jsonb().$type<Record<string, Record<string, boolean>>>().notNull().default({}),
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

/* -------------------------------------------------------------- organisation */

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

/** How much an organisation holds, counted by the clock: a list of organisations never counts rows itself. */
export const organization_numbers = pgTable('organization_numbers', {
  id: uuid()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  groups: integer().notNull(),
  participants: integer().notNull(),
  users: integer().notNull(),
  last_activity_at: instant('last_activity_at'),
  counted_at: instant('counted_at').notNull().default(sql`now()`),
});

const memberRoles = ['GROUP_VIEWER_USER', 'GROUP_EDITOR_USER', 'GROUP_ADMIN', 'ORGANIZATION_ADMIN'];

export const memberships = pgTable(
  'memberships',
  {
    organization_id: tenant().references(() => organizations.id),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id),
    role: text().notNull().default('GROUP_VIEWER_USER'),
    active: boolean().notNull().default(true),
    all_groups_allowed: boolean().notNull().default(false),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.account_id] }),
    // one membership per account, for now
    unique('memberships_account_key').on(t.account_id),
    check('memberships_role_check', oneOf(t.role, memberRoles)),
  ],
);

/**
 * Invitations not accepted yet. Several organisations may invite the same address, which proves nothing until its link was
 * followed. Accepting creates the account, with the invitation's id, and deletes the row.
 */
export const invitations = pgTable(
  'invitations',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    language: text().notNull().default('sl'),
    role: text().notNull().default('GROUP_VIEWER_USER'),
    active: boolean().notNull().default(true),
    all_groups_allowed: boolean().notNull().default(false),
    authorized_groups: uuid().array().notNull().default([]),
    /** SHA-256 of the code in the latest mail; null until that leaves. */
    code_hash: bytea().unique('invitations_code_key'),
    code_expires_at: instant('code_expires_at'),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('invitations_email_key').on(t.organization_id, t.email),
    // by address in all organisations
    index('invitations_address').on(t.email),
    check('invitations_email_check', sql`${t.email} = lower(${t.email}) and ${t.email} like '%_@_%'`),
    check('invitations_language_check', oneOf(t.language, ['sl', 'en'])),
    check('invitations_role_check', oneOf(t.role, memberRoles)),
  ],
);

/* ----------------------------------------------------------------- catalogue */

export const locations = pgTable(
  'locations',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    name: text().notNull(),
    address: text().notNull().default(''),
    description: text().notNull().default(''),
    comment: text().notNull().default(''),
    max_participants: integer(),
    google_maps_link: text(),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    search: text().generatedAlwaysAs(sql`app.fold(name || ' ' || address)`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('locations_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('locations_position').on(t.organization_id, t.position, t.id),
    check('locations_max_participants_check', sql`${t.max_participants} > 0`),
    check('locations_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('locations_google_maps_link_check', sql`${t.google_maps_link} ~* '^https://'`),
  ],
);

export const categories = pgTable(
  'categories',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    languages: text().array().notNull(),
    name: texts(),
    description: texts(),
    active: boolean().notNull().default(true),
    position: integer().notNull().default(0),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('categories_label_key').on(t.organization_id, t.label),
    index('categories_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('categories_position').on(t.organization_id, t.position, t.id),
    check('categories_label_check', isSlug(t.label)),
    check('categories_languages_check', isLanguages(t.languages)),
    check('categories_texts_check', sql`${isTexts(t.name)} and ${isTexts(t.description)}`),
  ],
);

/** `options` of a choice: `[{ value, name: { sl, en } }]`. */
type Options = { value: string; name: Texts }[];

const fieldTypes = [
  'text',
  'email',
  'phone_number',
  'textarea',
  'single_choice',
  'multiple_choice',
  'checkbox',
  'notes',
  'date',
];
const widgets = ['text', 'email', 'phone', 'textarea', 'select', 'radio', 'checkbox', 'date'];

export const form_fields = pgTable(
  'form_fields',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    type: text().notNull(),
    languages: text().array().notNull(),
    name: texts(),
    description: texts(),
    required: boolean().notNull().default(false),
    sensitive: boolean().notNull().default(false),
    /** Special meaning of the answer to the application; null for an ordinary one. */
    purpose: text(),
    options: jsonb().$type<Options>().notNull().default([]),
    position: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('form_fields_label_key').on(t.organization_id, t.label),
    index('form_fields_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('form_fields_position').on(t.organization_id, t.position, t.id),
    check('form_fields_label_check', isSlug(t.label)),
    check('form_fields_type_check', oneOf(t.type, fieldTypes)),
    check(
      'form_fields_purpose_check',
      oneOf(t.purpose, ['date_of_birth', 'guardian_name', 'guardian_phone', 'address']),
    ),
    check('form_fields_languages_check', isLanguages(t.languages)),
    check('form_fields_texts_check', sql`${isTexts(t.name)} and ${isTexts(t.description)}`),
    check('form_fields_options_check', sql`jsonb_typeof(${t.options}) = 'array'`),
  ],
);

const emailTypes = [
  'application_confirmation',
  'application_received_notification',
  'application_status_update',
];

export const notification_templates = pgTable(
  'notification_templates',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    name: text().notNull(),
    email_type: text().notNull(),
    system: boolean().notNull().default(false),
    active: boolean().notNull().default(true),
    /** Per language: subject, texts, labels, next steps per status; shaped by the contract. */
    translations: jsonb().$type<Record<string, Record<string, unknown>>>().notNull().default({}),
    sections: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    uniqueIndex('notification_templates_system_key')
      .on(t.organization_id, t.email_type)
      .where(sql`${t.system}`),
    index('notification_templates_name').on(t.organization_id, sql`name collate "sl-x-icu"`, t.id),
    check('notification_templates_email_type_check', oneOf(t.email_type, emailTypes)),
    check('notification_templates_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
  ],
);

/* --------------------------------------------------------------------- files */

/** A part of a picture, in its pixels. */
type Crop = { x: number; y: number; width: number; height: number };

/**
 * Pictures in storage: an `original` as it was given (decoded and written anew), and a `banner` cut from one. A row is
 * written before its files and says by `stored` that they are all there, so that nothing in storage is without a row.
 */
export const files = pgTable(
  'files',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    kind: text().notNull(),
    /** SHA-256 of the stored picture, in hexadecimal; part of its address, whose content therefore never changes. */
    sha256: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Size in storage. */
    bytes: integer().notNull(),
    /** Where a picture that was given by its address came from. */
    source_url: text(),
    original_id: uuid(),
    crop: jsonb().$type<Crop>(),
    stored: boolean().notNull().default(false),
    /** The account that brought it. */
    created_by: uuid().notNull(),
    /** Where its files are in storage and below `/files/`; each adds its width and format. */
    path: text().generatedAlwaysAs(sql`organization_id::text || '/' || id::text || '/' || left(sha256, 16)`),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    foreignKey({
      name: 'files_original_fkey',
      columns: [t.organization_id, t.original_id],
      foreignColumns: [t.organization_id, t.id],
    }),
    index('files_original').on(t.organization_id, t.original_id),
    index('files_created').on(t.created_at),
    check('files_kind_check', oneOf(t.kind, ['original', 'banner'])),
    check('files_sha256_check', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check(
      'files_banner_check',
      sql`(${t.kind} = 'banner') = (num_nonnulls(${t.original_id}, ${t.crop}) = 2)`,
    ),
  ],
);

/** Spreadsheets that are being imported, and what became of their rows; kept for a while. */
export const imports = pgTable(
  'imports',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    kind: text().notNull(),
    file_name: text().notNull(),
    /** The sheet as texts, row by row; the first one is its header. */
    cells: jsonb().$type<string[][]>().notNull(),
    /** What became of each row; null until the import has run, which it does once. */
    report: jsonb().$type<Record<string, unknown>>(),
    created_by: uuid().notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('imports_created').on(t.created_at),
    check('imports_kind_check', oneOf(t.kind, ['groups', 'categories', 'locations'])),
    check('imports_cells_check', sql`jsonb_typeof(${t.cells}) = 'array'`),
  ],
);

/* -------------------------------------------------------------------- groups */

/** What groups are sorted by: the name in the asked language, else in the other one. */
const nameIn = (asked: string, other: string): SQL =>
  sql.raw(`(coalesce(nullif(name ->> '${asked}', ''), name ->> '${other}', '')) collate "sl-x-icu"`);

/** A weekly meeting: local wall time of the organisation's zone, duration in minutes. */
type Slot = { day: string; start_time: string; duration: number };

export const groups = pgTable(
  'groups',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    label: text().notNull(),
    name: texts(),
    description: texts(),
    price_text: texts(),
    languages: text().array().notNull(),
    active: boolean().notNull().default(false),
    accept_applications: boolean().notNull().default(true),
    category_id: uuid().notNull(),
    location_id: uuid(),
    start_date: date(),
    end_date: date(),
    apply_from: instant('apply_from'),
    apply_until: instant('apply_until'),
    age_from: integer(),
    age_to: integer(),
    capacity: integer(),
    when_full: text().notNull().default('waitlist'),
    schedule: jsonb().$type<Slot[]>().notNull().default([]),
    background_color: text().notNull().default('#798736'),
    banner_id: uuid(),
    /** What the banner shows, for those who don't see it. */
    banner_alt: texts(),
    /** Put away: not published, and on lists only when asked for. */
    archived_at: instant('archived_at'),
    /** Name of the account that last changed it; outlives the account. */
    updated_by: text(),
    search: text().generatedAlwaysAs(sql`app.fold(label || ' ' || app.all_texts(name))`),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('groups_label_key').on(t.organization_id, t.label),
    foreignKey({
      name: 'groups_category_fkey',
      columns: [t.organization_id, t.category_id],
      foreignColumns: [categories.organization_id, categories.id],
    }),
    foreignKey({
      name: 'groups_location_fkey',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.id],
    }),
    foreignKey({
      name: 'groups_banner_fkey',
      columns: [t.organization_id, t.banner_id],
      foreignColumns: [files.organization_id, files.id],
    }),
    index('groups_banner').on(t.organization_id, t.banner_id).where(sql`${t.banner_id} is not null`),
    index('groups_category').on(t.organization_id, t.category_id, t.id),
    index('groups_location').on(t.organization_id, t.location_id, t.id),
    index('groups_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('groups_name_sl').on(t.organization_id, nameIn('sl', 'en'), t.id),
    index('groups_name_en').on(t.organization_id, nameIn('en', 'sl'), t.id),
    index('groups_created').on(t.organization_id, t.created_at, t.id),
    index('groups_start').on(t.organization_id, sql`coalesce(start_date, 'infinity'::date)`, t.id),
    check('groups_label_check', isSlug(t.label)),
    check('groups_label_reserved_check', sql`${t.label} <> 'groups'`),
    check('groups_languages_check', isLanguages(t.languages)),
    check(
      'groups_texts_check',
      sql`${isTexts(t.name)} and ${isTexts(t.description)} and ${isTexts(t.price_text)}`,
    ),
    check('groups_banner_alt_check', isTexts(t.banner_alt)),
    check('groups_dates_check', sql`${t.end_date} >= ${t.start_date}`),
    check('groups_apply_check', sql`${t.apply_until} > ${t.apply_from}`),
    check('groups_age_check', sql`${t.age_from} between 0 and 150 and ${t.age_to} between 0 and 150`),
    check('groups_age_order_check', sql`${t.age_to} >= ${t.age_from}`),
    check('groups_capacity_check', sql`${t.capacity} between 1 and 100000`),
    check('groups_when_full_check', oneOf(t.when_full, ['waitlist', 'close'])),
    check('groups_schedule_check', sql`app.is_schedule(${t.schedule})`),
    check('groups_archived_check', sql`${t.archived_at} is null or not ${t.active}`),
    check('groups_background_color_check', sql`${t.background_color} ~ '^#[0-9a-f]{6}$'`),
  ],
);

/** Labels that groups had before: for a year their addresses lead to the present ones, unless another group takes them. */
export const former_group_labels = pgTable(
  'former_group_labels',
  {
    organization_id: tenant().references(() => organizations.id),
    label: text().notNull(),
    group_id: uuid().notNull(),
    replaced_at: instant('replaced_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.label] }),
    foreignKey({
      name: 'former_group_labels_group_fkey',
      columns: [t.organization_id, t.group_id],
      foreignColumns: [groups.organization_id, groups.id],
    }).onDelete('cascade'),
    index('former_group_labels_group').on(t.organization_id, t.group_id),
  ],
);

const groupReference = (name: string, t: { organization_id: AnyPgColumn; group_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.group_id],
    foreignColumns: [groups.organization_id, groups.id],
  });
const memberReference = (name: string, t: { organization_id: AnyPgColumn; account_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.account_id],
    foreignColumns: [memberships.organization_id, memberships.account_id],
  });

export const group_leaders = pgTable(
  'group_leaders',
  { organization_id: tenant(), group_id: uuid().notNull(), account_id: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.group_id, t.account_id] }),
    groupReference('group_leaders_group_fkey', t).onDelete('cascade'),
    memberReference('group_leaders_account_fkey', t).onDelete('cascade'),
    index('group_leaders_account').on(t.organization_id, t.account_id),
  ],
);

/** Groups a limited user may see, beside those they lead. */
export const membership_groups = pgTable(
  'membership_groups',
  { organization_id: tenant(), account_id: uuid().notNull(), group_id: uuid().notNull() },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.account_id, t.group_id] }),
    groupReference('membership_groups_group_fkey', t).onDelete('cascade'),
    memberReference('membership_groups_account_fkey', t).onDelete('cascade'),
    index('membership_groups_group').on(t.organization_id, t.group_id),
  ],
);

/** A question of the group's own: as in the catalogue, without a label of its own. */
type Question = { type: string; name: Texts; description: Texts; options: Options; sensitive: boolean };

/** The questions of a group's form between the fixed first and last ones, in order. */
export const group_fields = pgTable(
  'group_fields',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    position: integer().notNull(),
    form_field_id: uuid(),
    question: jsonb().$type<Question>(),
    widget: text().notNull(),
    required: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('group_fields_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'group_fields_form_field_fkey',
      columns: [t.organization_id, t.form_field_id],
      foreignColumns: [form_fields.organization_id, form_fields.id],
    }),
    unique('group_fields_field_key').on(t.organization_id, t.group_id, t.form_field_id),
    index('group_fields_position').on(t.organization_id, t.group_id, t.position),
    index('group_fields_form_field').on(t.organization_id, t.form_field_id, t.group_id),
    check('group_fields_source_check', sql`num_nonnulls(${t.form_field_id}, ${t.question}) = 1`),
    check('group_fields_widget_check', oneOf(t.widget, widgets)),
  ],
);

export const group_email_settings = pgTable(
  'group_email_settings',
  {
    organization_id: tenant(),
    group_id: uuid().notNull(),
    email_type: text().notNull(),
    enabled: boolean().notNull().default(true),
    template_id: uuid(),
    recipient: text().notNull().default('both'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.group_id, t.email_type] }),
    groupReference('group_email_settings_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'group_email_settings_template_fkey',
      columns: [t.organization_id, t.template_id],
      foreignColumns: [notification_templates.organization_id, notification_templates.id],
    }),
    index('group_email_settings_template').on(t.organization_id, t.template_id),
    check('group_email_settings_email_type_check', oneOf(t.email_type, emailTypes)),
    check(
      'group_email_settings_recipient_check',
      oneOf(t.recipient, ['organization_owner', 'group_leaders', 'both']),
    ),
  ],
);

/* ------------------------------------------------------------------ calendar */

/**
 * Days on which an organisation is closed. One with a `source` stands in for a known holiday or school break: with
 * other dates, or inactive where sessions take place all the same.
 */
export const closures = pgTable(
  'closures',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    source: text(),
    name: texts(),
    start_date: date().notNull(),
    end_date: date().notNull(),
    active: boolean().notNull().default(true),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('closures_source_key').on(t.organization_id, t.source),
    check('closures_name_check', isTexts(t.name)),
    check('closures_dates_check', sql`${t.end_date} >= ${t.start_date}`),
  ],
);

/** What departs from a group's weekly schedule on one date: local wall time of the organisation's zone. */
export const session_exceptions = pgTable(
  'session_exceptions',
  {
    organization_id: tenant(),
    id: id(),
    group_id: uuid().notNull(),
    kind: text().notNull(),
    /** The session of the schedule that it is about; null for an added one. */
    date: date(),
    start_time: text(),
    /** When it is instead, or when the added one is; minutes. */
    new_date: date(),
    new_start_time: text(),
    new_duration: integer(),
    /** Where it is then; null where the group is. */
    location_id: uuid(),
    reason: texts(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('session_exceptions_group_fkey', t).onDelete('cascade'),
    foreignKey({
      name: 'session_exceptions_location_fkey',
      columns: [t.organization_id, t.location_id],
      foreignColumns: [locations.organization_id, locations.id],
    }),
    index('session_exceptions_location')
      .on(t.organization_id, t.location_id)
      .where(sql`${t.location_id} is not null`),
    unique('session_exceptions_session_key').on(t.organization_id, t.group_id, t.date, t.start_time),
    index('session_exceptions_date').on(t.organization_id, t.date),
    index('session_exceptions_new_date').on(t.organization_id, t.new_date),
    check('session_exceptions_kind_check', oneOf(t.kind, ['cancelled', 'moved', 'held', 'added'])),
    check('session_exceptions_reason_check', isTexts(t.reason)),
    check(
      'session_exceptions_session_check',
      sql`num_nonnulls(${t.date}, ${t.start_time}) = case ${t.kind} when 'added' then 0 else 2 end`,
    ),
    check(
      'session_exceptions_new_check',
      sql`num_nonnulls(${t.new_date}, ${t.new_start_time}, ${t.new_duration}) = case when ${t.kind} in ('moved', 'added') then 3 else 0 end`,
    ),
    check(
      'session_exceptions_new_start_time_check',
      sql`${t.new_start_time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
    check(
      'session_exceptions_location_check',
      sql`${t.location_id} is null or ${t.kind} in ('moved', 'added')`,
    ),
    check('session_exceptions_new_duration_check', sql`${t.new_duration} between 5 and 1440`),
  ],
);

/**
 * Secret addresses of calendars, one per person and calendar: only the SHA-256 of a token is kept. `sequence` counts
 * how often what the calendar holds has changed.
 */
export const calendar_feeds = pgTable(
  'calendar_feeds',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    group_id: uuid(),
    language: text().notNull(),
    token_hash: bytea().notNull().unique('calendar_feeds_token_key'),
    sequence: integer().notNull().default(0),
    content_hash: text(),
    changed_at: instant('changed_at').notNull().default(sql`now()`),
    /** When a calendar program last asked, to the hour. */
    fetched_at: instant('fetched_at'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('calendar_feeds_group_fkey', t).onDelete('cascade'),
    unique('calendar_feeds_calendar_key')
      .on(t.organization_id, t.account_id, t.kind, t.group_id)
      .nullsNotDistinct(),
    index('calendar_feeds_account').on(t.account_id),
    index('calendar_feeds_group').on(t.organization_id, t.group_id),
    check('calendar_feeds_kind_check', oneOf(t.kind, ['mine', 'group', 'organization'])),
    check('calendar_feeds_group_check', sql`(${t.kind} = 'group') = (${t.group_id} is not null)`),
    check('calendar_feeds_language_check', oneOf(t.language, ['sl', 'en'])),
  ],
);

/* -------------------------------------------------------------- participants */

const participantStatuses = ['pending', 'approved', 'rejected', 'waitlisted', 'inactive'];

/**
 * An answer with the question as it was asked. `form_field_id` (the field of the catalogue; null for a question of the
 * group's own) and `sensitive`, which is only ever raised, are kept right by triggers.
 */
type Answer = {
  field_id: string;
  form_field_id?: string | null;
  label: string | null;
  name: string;
  type: string;
  value: string | string[] | boolean;
  /** For choices: the options' names as they were shown. */
  text: string;
  sensitive: boolean;
};

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
    staff_notes: text().notNull().default(''),
    reference: text().notNull(),
    language: text().notNull(),
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    /** For Undo: what the status was before the last decision, and when that was made. */
    previous_status: text(),
    decided_at: instant('decided_at'),
    /** Since when they take a place of their group; set by a trigger, null for participants from before it. */
    placed_at: instant('placed_at').default(sql`clock_timestamp()`),
    /** Version of the privacy notice shown with the form; null when staff added the person. */
    privacy_version: text(),
    /** The contact of a minor, from the answers with these purposes. */
    guardian_name: text().generatedAlwaysAs(sql`app.answer_for(answers, 'guardian_name')`),
    guardian_phone: text().generatedAlwaysAs(sql`app.answer_for(answers, 'guardian_phone')`),
    /** `YYYY-MM-DD` as it was answered. */
    birth_date: text().generatedAlwaysAs(sql`app.answer_for(answers, 'date_of_birth')`),
    /** The day itself, for filters and orders; null for what is no day. */
    date_of_birth: date().generatedAlwaysAs(sql`app.day_of(app.answer_for(answers, 'date_of_birth'))`),
    /** What the answers can be found by: questions and chosen values, as `app.answered` has them. */
    answered: uuid().array().generatedAlwaysAs(sql`app.answered(answers)`),
    /** Telephones as they were typed, for words that are part of them, and their digits alone. */
    search: text().generatedAlwaysAs(
      sql`app.fold(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || reference || ' ' || coalesce(app.answer_for(answers, 'guardian_name'), '') || ' ' || coalesce(app.answer_for(answers, 'guardian_phone'), '') || ' ' || coalesce(app.phone_digits(phone), '') || ' ' || coalesce(app.phone_digits(app.answer_for(answers, 'guardian_phone')), ''))`,
    ),
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
    index('participants_date').on(t.organization_id, t.application_date, t.id),
    index('participants_group').on(t.organization_id, t.group_id, t.status, t.application_date, t.id),
    index('participants_status').on(t.organization_id, t.status, t.application_date, t.id),
    index('participants_name').on(t.organization_id, sql`name collate "sl-x-icu"`, t.id),
    // the same person in other groups
    index('participants_email').on(t.organization_id, t.email),
    index('participants_search').using('gin', t.organization_id, t.search.op('gin_trgm_ops')),
    index('participants_birth')
      .on(t.organization_id, t.date_of_birth, t.id)
      .where(sql`date_of_birth is not null`),
    // questions are of one organisation, so it needs no organisation's id
    index('participants_answered').using('gin', t.answered),
    check('participants_status_check', oneOf(t.status, participantStatuses)),
    check('participants_language_check', oneOf(t.language, ['sl', 'en'])),
    check('participants_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('participants_email_check', sql`${t.email} like '%_@_%'`),
    check('participants_reference_check', sql`${t.reference} ~ '^[2-9A-HJ-NP-Z]{8}$'`),
    check('participants_answers_check', sql`jsonb_typeof(${t.answers}) = 'array'`),
  ],
);

const participantReference = (
  name: string,
  t: { organization_id: AnyPgColumn; participant_id: AnyPgColumn },
) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.participant_id],
    foreignColumns: [participants.organization_id, participants.id],
  });

/** Views of the list of participants under a name: of one account, or of all administrators where it is null. */
export const saved_views = pgTable(
  'saved_views',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As the call of the list takes them; may name what is no longer there. */
    filters: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    sort: text().notNull().default('-application_date'),
    /** Null leaves the columns to each account. */
    columns: text().array(),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('saved_views_name_key').on(t.organization_id, t.account_id, t.name).nullsNotDistinct(),
    index('saved_views_account').on(t.account_id),
    check('saved_views_name_check', sql`length(btrim(${t.name})) between 1 and 200`),
    check('saved_views_filters_check', sql`jsonb_typeof(${t.filters}) = 'object'`),
  ],
);

/**
 * How many participants of each group take a place and wait, kept by triggers. Written with the participants and read
 * through `app.group_places`: lists of groups need not count.
 */
export const groupCounts = pgTable(
  'group_counts',
  {
    organization_id: tenant(),
    group_id: uuid().notNull(),
    /** Pending and approved. */
    taken: integer().notNull().default(0),
    waiting: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.group_id] }),
    groupReference('group_counts_group_fkey', t).onDelete('cascade'),
  ],
);

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

export const payments = pgTable(
  'payments',
  {
    organization_id: tenant(),
    id: id(),
    participant_id: uuid().notNull(),
    /** The participant's group, so that one policy covers both; kept right by a trigger. */
    group_id: uuid().notNull(),
    amount: numeric({ precision: 12, scale: 2 }).notNull(),
    currency: text().notNull().default('EUR'),
    status: text().notNull().default('pending'),
    payment_date: date(),
    expiration_date: date(),
    method: text(),
    notes: text().notNull().default(''),
    reference_number: text().notNull().default(''),
    invoice_number: text().notNull().default(''),
    ...edited(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    participantReference('payments_participant_fkey', t),
    groupReference('payments_group_fkey', t),
    index('payments_participant').on(t.organization_id, t.participant_id),
    index('payments_created').on(t.organization_id, t.created_at, t.id),
    index('payments_expiration').on(t.organization_id, t.status, t.expiration_date),
    check('payments_amount_check', sql`${t.amount} > 0`),
    check('payments_currency_check', sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      'payments_status_check',
      oneOf(t.status, ['pending', 'completed', 'failed', 'cancelled', 'refunded', 'expired']),
    ),
    check(
      'payments_method_check',
      oneOf(t.method, ['cash', 'bank_transfer', 'credit_card', 'paypal', 'other']),
    ),
  ],
);

/** The outbox and the mail history: one row per message to one recipient. A trigger enqueues each queued row. */
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
    template_id: uuid(),
    state: text().notNull().default('queued'),
    state_reason: text().notNull().default(''),
    /** What staff wrote about a rejection for the participant to read; plain text. */
    decision_reason: text().notNull().default(''),
    send_after: instant('send_after').notNull().default(sql`now()`),
    attempts: integer().notNull().default(0),
    message_id: text().notNull().default(sql`uuidv7()::text`),
    /** The bulk work that caused it. */
    bulk_job_id: uuid(),
    sent_at: instant('sent_at'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    groupReference('mails_group_fkey', t).onDelete('cascade'),
    participantReference('mails_participant_fkey', t).onDelete('cascade'),
    uniqueIndex('mails_fan_out_key')
      .on(t.organization_id, t.origin_id, t.to_address)
      .where(sql`origin_id is not null`),
    index('mails_participant').on(t.organization_id, t.participant_id, t.created_at),
    index('mails_group').on(t.organization_id, t.group_id),
    index('mails_waiting').on(t.state, t.send_after).where(sql`state in ('queued', 'held')`),
    index('mails_recipient').on(t.to_address, t.sent_at),
    index('mails_sent').on(t.organization_id, t.sent_at),
    index('mails_bulk_job').on(t.organization_id, t.bulk_job_id).where(sql`bulk_job_id is not null`),
    index('mails_failed')
      .on(t.organization_id, t.participant_id, t.created_at)
      .where(sql`state = 'failed' and recipient_kind = 'applicant'`),
    check('mails_recipient_kind_check', oneOf(t.recipient_kind, ['applicant', 'staff'])),
    check('mails_state_check', oneOf(t.state, ['held', 'queued', 'sending', 'sent', 'failed', 'cancelled'])),
    check('mails_language_check', oneOf(t.language, ['sl', 'en'])),
  ],
);

/** Bulk work on participants: who does what to how many. Its rows are worked on in the order of their positions. */
export const bulk_jobs = pgTable(
  'bulk_jobs',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    account_id: uuid().notNull(),
    actor: text().notNull(),
    /** Who undoes it. */
    undone_by: uuid(),
    kind: text().notNull(),
    parameters: jsonb().$type<Record<string, unknown>>().notNull(),
    /** How it was chosen: the filter with what belongs to it, or the number of ids. */
    selection: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text().notNull(),
    stop_reason: text(),
    total_count: integer().notNull().default(0),
    /** Rows up to this position have their result; while it is undone, those have been looked at again. */
    cursor: integer().notNull().default(0),
    done_count: integer().notNull().default(0),
    undone_count: integer().notNull().default(0),
    mail_count: integer().notNull().default(0),
    /** Rows without a change by reason: while working, and while undoing. */
    skipped: jsonb().$type<Record<string, number>>().notNull().default({}),
    not_undone: jsonb().$type<Record<string, number>>().notNull().default({}),
    ...created(),
    /** When its last rows got their result. */
    worked_at: instant('worked_at').notNull().default(sql`now()`),
    finished_at: instant('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('bulk_jobs_account').on(t.organization_id, t.account_id, t.id),
    index('bulk_jobs_open').on(t.worked_at).where(sql`state in ('running', 'undoing')`),
    index('bulk_jobs_created').on(t.created_at),
    check('bulk_jobs_state_check', oneOf(t.state, ['running', 'stopped', 'done', 'undoing', 'undone'])),
  ],
);

/** What became of each row of bulk work. An id that names nobody in scope is kept as it was sent. */
export const bulk_job_rows = pgTable(
  'bulk_job_rows',
  {
    organization_id: tenant(),
    job_id: uuid().notNull(),
    position: integer().notNull(),
    participant_id: uuid().notNull(),
    state: text().notNull().default('waiting'),
    reason: text(),
    /** The participant's version after the change: another one means that it was changed since. */
    changed_version: integer(),
    /** What an undo needs, and concerns about the row. */
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.job_id, t.position] }),
    foreignKey({
      name: 'bulk_job_rows_job_fkey',
      columns: [t.organization_id, t.job_id],
      foreignColumns: [bulk_jobs.organization_id, bulk_jobs.id],
    }).onDelete('cascade'),
    index('bulk_job_rows_participant').on(t.organization_id, t.participant_id, t.job_id),
    check('bulk_job_rows_state_check', oneOf(t.state, ['waiting', 'done', 'skipped', 'undone'])),
  ],
);

/** Answers already given to applications, so that a repeated request gets the same one; kept 48 hours. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    organization_id: tenant().references(() => organizations.id),
    key: text().notNull(),
    body_hash: text().notNull(),
    response: jsonb().$type<Record<string, unknown>>(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.key] }),
    index('idempotency_keys_created').on(t.created_at),
    check('idempotency_keys_key_check', sql`length(${t.key}) between 8 and 200`),
  ],
);

/** Who changed what; insert and select only. */
export const activity_log = pgTable(
  'activity_log',
  {
    organization_id: tenant().references(() => organizations.id),
    id: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    account_id: uuid(),
    actor: text().notNull(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: uuid(),
    changes: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('activity_log_entity').on(t.organization_id, t.entity, t.entity_id, t.id),
    index('activity_log_account').on(t.organization_id, t.account_id, t.id),
    index('activity_log_action').on(t.organization_id, t.action, t.id),
  ],
);
