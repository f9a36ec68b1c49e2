import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytea, edited, id, instant, oneOf, tenant } from './columns.ts';
import { organizations } from './organizations.ts';

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

export const memberReference = (name: string, t: { organization_id: AnyPgColumn; account_id: AnyPgColumn }) =>
  foreignKey({
    name,
    columns: [t.organization_id, t.account_id],
    foreignColumns: [memberships.organization_id, memberships.account_id],
  });

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
