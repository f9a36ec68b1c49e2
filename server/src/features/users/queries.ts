import type { contract } from '@vpisnik/contract/contract';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { rankOf } from '@vpisnik/contract/rules/roles';
import type { Leader, User, UserSummary } from '@vpisnik/contract/users';
import { and, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hasWords } from '../../db/has-words.ts';
import { instantColumn } from '../../db/instants.ts';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import type { Scope, TenantSystem } from '../../db/scope.ts';

/**
 * Active, confirmed staff of the organisation, by name.
 *
 * @param former whether others follow who lead a group all the same, among those that the scope may see
 */
export async function listLeaders(scope: Scope, former = false): Promise<Leader[]> {
  // of the table's policies, a limited scope sees the leaders of its own groups alone
  const stillLeads = sql`exists (select from group_leaders
    where group_leaders.organization_id = staff.organization_id and group_leaders.account_id = staff.id)`;
  const { rows } = await scope.tx.execute<Leader>(sql`
    select id, name, active and confirmed as active from staff
    where (active and confirmed)${former ? sql` or ${stillLeads}` : sql``}
    order by (active and confirmed) desc, name collate "sl-x-icu", id`);
  return rows;
}

const byName = { key: sql`its.name collate "sl-x-icu"`, id: sql`its.id`, descending: false };

/** The staff of the organisation, also the inactive, and those who are invited. */
export async function listUsers(scope: Scope, query: z.output<typeof contract.users.list.query>) {
  const matching = and(
    sql`its.organization_id = ${scope.organizationId}`,
    // an organisation's staff are few
    hasWords(sql`its.name || ' ' || its.email`, query.search),
    query.active === undefined ? undefined : sql`its.active = ${query.active}`,
    query.role === undefined ? undefined : sql`its.role = ${query.role}`,
  );
  const [{ rows }, counted] = await Promise.all([
    scope.tx.execute<UserSummary>(sql`
      select its.id, its.name, its.email, its.role, its.active, its.confirmed, its.all_groups_allowed,
        its.second_factor, its.authorized_groups_count,
        ${sql.raw(instantColumn('its.last_sign_in_at'))} as last_sign_in_at,
        ${sql.raw(instantColumn('its.invitation_expires_at'))} as invitation_expires_at
      from staff_and_invited its
      where ${and(matching, afterCursor(byName, query.last_id))}
      order by ${orderBy(byName)}
      limit ${query.limit + 1}`),
    query.with_total
      ? scope.tx.execute<{ total: number }>(
          sql`select count(*)::integer as total from staff_and_invited its where ${matching}`,
        )
      : undefined,
  ]);
  const page = pageOf(rows, query.limit, (row) => row.name);
  return { ...page, ...(counted && { total: counted.rows[0]?.total ?? 0 }) };
}

/** One of an organisation's staff; `invited` tells whether it is an invitation that waits to be accepted. */
export type StaffRow = User & { invited: boolean };

/** One of the staff, or an invitation, with all that is shown of it; undefined if not in this organisation. */
export async function selectUser(
  { client, organizationId }: TenantSystem,
  id: string,
): Promise<StaffRow | undefined> {
  const { rows } = await client.query<Omit<StaffRow, 'permissions'>>(
    `select a.id, a.name, a.email, a.language, m.role, m.active, a.confirmed_at is not null as confirmed,
       m.all_groups_allowed, a.password_change_required, m.version,
       ${instantColumn('m.created_at')} as created_at, ${instantColumn('m.updated_at')} as updated_at,
       ${instantColumn('a.last_sign_in_at')} as last_sign_in_at,
       array(select g.group_id::text from membership_groups g
         where g.organization_id = m.organization_id and g.account_id = a.id order by g.group_id) as authorized_groups,
       array(select l.group_id::text from group_leaders l
         where l.organization_id = m.organization_id and l.account_id = a.id order by l.group_id) as led_groups,
       null as invitation_expires_at, false as invited
     from memberships m join accounts a on a.id = m.account_id
     where m.organization_id = $1 and m.account_id = $2
     union all
     select i.id, i.name, i.email, i.language, i.role, i.active, false, i.all_groups_allowed, false, i.version,
       ${instantColumn('i.created_at')}, ${instantColumn('i.updated_at')}, null,
       array(select g.id::text from groups g
         where g.organization_id = i.organization_id and g.id = any (i.authorized_groups) order by g.id),
       '{}', ${instantColumn('i.code_expires_at')}, true
     from invitations i
     where i.organization_id = $1 and i.id = $2`,
    [organizationId, id],
  );
  const [row] = rows;
  return row && { ...row, permissions: permissionsOf(row.role) };
}

function permissionsOf(role: User['role']): string[] {
  return Object.entries(permissions).flatMap(([name, rank]) => (rankOf(role) >= rank ? [name] : []));
}

/**
 * Changes of an organisation's staff wait for each other, so that two administrators can't remove one another at the
 * same moment.
 */
export async function lockStaff({ client, organizationId }: TenantSystem): Promise<void> {
  await client.query('select from organizations where id = $1 for no key update', [organizationId]);
}

/** Counts the active, confirmed administrators besides one user. */
export async function countOtherAdministrators(
  { client, organizationId }: TenantSystem,
  id: string,
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from memberships m join accounts a on a.id = m.account_id
     where m.organization_id = $1 and m.account_id <> $2 and m.active and m.role = 'ORGANIZATION_ADMIN'
       and a.confirmed_at is not null`,
    [organizationId, id],
  );
  return rows[0]?.count ?? 0;
}

/** Counts how many of these groups are the organisation's. */
export async function countGroups(
  { client, organizationId }: TenantSystem,
  groups: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from groups where organization_id = $1 and id = any ($2::uuid[])',
    [organizationId, groups],
  );
  return rows[0]?.count ?? 0;
}

/** Adds an invitation; an organisation invites an address once (`email_taken`). */
export async function insertInvitation(
  { client, organizationId }: TenantSystem,
  user: Pick<User, 'email' | 'name' | 'language' | 'role' | 'all_groups_allowed' | 'authorized_groups'>,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into invitations (organization_id, email, name, language, role, all_groups_allowed, authorized_groups)
     values ($1, $2, $3, $4, $5, $6, $7::uuid[]) returning id`,
    [
      organizationId,
      user.email,
      user.name,
      user.language,
      user.role,
      user.all_groups_allowed,
      user.authorized_groups,
    ],
  );
  if (!rows[0]) throw new Error('The invitation was not inserted');
  return rows[0].id;
}

/** Writes what of a user or an invitation changed; the version moves in any case. */
export async function updateStaff({ client, organizationId }: TenantSystem, user: StaffRow): Promise<void> {
  const { id, role, active, all_groups_allowed, authorized_groups } = user;
  if (user.invited) {
    await client.query(
      `update invitations set role = $3, active = $4, all_groups_allowed = $5, authorized_groups = $6::uuid[], name = $7
       where organization_id = $1 and id = $2`,
      [organizationId, id, role, active, all_groups_allowed, authorized_groups, user.name],
    );
    return;
  }
  await client.query(
    `update memberships set role = $3, active = $4, all_groups_allowed = $5
     where organization_id = $1 and account_id = $2`,
    [organizationId, id, role, active, all_groups_allowed],
  );
  await client.query(
    `update accounts set name = $3, password_change_required = $4
     where id = (select account_id from memberships where organization_id = $1 and account_id = $2)`,
    [organizationId, id, user.name, user.password_change_required],
  );
  await client.query(
    `with gone as (
       delete from membership_groups where organization_id = $1 and account_id = $2 and group_id <> all ($3::uuid[])
     )
     insert into membership_groups (organization_id, account_id, group_id)
     select $1, $2, id from unnest($3::uuid[]) as id on conflict do nothing`,
    [organizationId, id, authorized_groups],
  );
}

/** Erases an identity: account, codes and sign-ins, and the addresses that mail to it went to; or takes an invitation back. */
export async function deleteStaff(
  { client, organizationId }: TenantSystem,
  { id, invited, email }: StaffRow,
): Promise<void> {
  if (invited) {
    // first the mail, as sending it does
    await client.query(
      `delete from account_mails
       where to_address = $1 and kind = 'invitation' and data ->> 'invitation_id' = $2 and state in ('held', 'queued')`,
      [email, id],
    );
    await client.query('delete from invitations where organization_id = $1 and id = $2', [
      organizationId,
      id,
    ]);
    return;
  }
  await client.query(
    `update mails set to_address = null,
       state = case when state in ('queued', 'held') then 'cancelled' else state end,
       state_reason = case when state in ('queued', 'held') then 'recipient_inactive' else state_reason end
     where organization_id = $1 and account_id = $2 and state <> 'sending'`,
    [organizationId, id],
  );
  await client.query(
    `with gone as (delete from memberships where organization_id = $1 and account_id = $2 returning account_id)
     delete from accounts where id in (select account_id from gone)`,
    [organizationId, id],
  );
}
