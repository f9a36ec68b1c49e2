import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
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
    /** When somebody last opened a page with it, to the minute. */
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
