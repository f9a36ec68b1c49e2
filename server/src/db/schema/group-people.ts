import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { tenant } from './columns.ts';
import { groupReference } from './groups.ts';
import { memberReference } from './memberships.ts';

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
