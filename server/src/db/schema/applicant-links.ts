import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, created, id, instant, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Links to the pages of applicants: one living for each address of an organisation. The token is made of the seed and a key
 * that stands in no table, so that each mail can carry it, and a copy of the database opens no page.
 */
export const applicant_links = pgTable(
  'applicant_links',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** In lower case, as `mails.to_address` is. */
    address: text().notNull(),
    seed: bytea().notNull(),
    token_hash: bytea().notNull().unique('applicant_links_token_key'),
    /** When a page was last opened with it, to the minute. */
    last_used_at: instant('last_used_at'),
    ended_at: instant('ended_at'),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    uniqueIndex('applicant_links_address_key').on(t.organization_id, t.address).where(sql`ended_at is null`),
    check(
      'applicant_links_address_check',
      sql`${t.address} = lower(${t.address}) and ${t.address} like '%_@_%'`,
    ),
    check('applicant_links_seed_check', sql`length(${t.seed}) = 16 and length(${t.token_hash}) = 32`),
  ],
);

/**
 * Addresses that applicants want in place of theirs, until a code that was mailed there is typed: one for each address that is
 * to be replaced. The code is made of the seed and a key that stands in no table.
 */
export const address_changes = pgTable(
  'address_changes',
  {
    organization_id: tenant().references(() => organizations.id),
    id: id(),
    /** Both in lower case. */
    address: text().notNull(),
    new_address: text().notNull(),
    seed: bytea().notNull(),
    /** Codes that were typed. */
    tries: integer().notNull().default(0),
    expires_at: instant('expires_at').notNull(),
    ...created(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('address_changes_address_key').on(t.organization_id, t.address),
    check(
      'address_changes_address_check',
      sql`${t.new_address} = lower(${t.new_address}) and ${t.new_address} like '%_@_%' and ${t.new_address} <> ${t.address}`,
    ),
    index('address_changes_new_address').on(t.organization_id, t.new_address),
    check('address_changes_seed_check', sql`length(${t.seed}) = 16`),
  ],
);
