import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, integer, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { instantText } from '../instants.ts';

/** A text per language, for instance `{ sl: 'Plesna šola', en: 'Dance school' }`. */
export type Texts = Partial<Record<'sl' | 'en', string | undefined>>;

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** An instant as it crosses the wire: RFC 3339 in UTC, with PostgreSQL's microseconds. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: instantText,
});

export const id = () => uuid().notNull().default(sql`uuidv7()`);

/** An amount to the cent, below 10¹⁰. */
export const money = () => numeric({ precision: 12, scale: 2 });

export const texts = () => jsonb().$type<Texts>().notNull().default({});

export const created = () => ({ created_at: instant('created_at').notNull().default(sql`now()`) });

/** The request that caused a row, or the one that caused the job that did: what a transaction says of itself. */
export const cause = () => text().default(sql`nullif(current_setting('app.cause', true), '')`);

/** Columns of a row that people edit; a trigger moves `version` and `updated_at` on every update. */
export const edited = () => ({
  ...created(),
  updated_at: instant('updated_at').notNull().default(sql`now()`),
  version: integer().notNull().default(1),
});

export const tenant = () => uuid('organization_id').notNull();

export const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

export const isTexts = (column: AnyPgColumn): SQL => sql`app.is_texts(${column})`;

export const isSlug = (column: AnyPgColumn): SQL =>
  sql`${column} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${column}) <= 80`;

export const isLanguages = (column: AnyPgColumn): SQL =>
  sql`cardinality(${column}) > 0 and ${column} <@ array['sl', 'en']::text[]`;
