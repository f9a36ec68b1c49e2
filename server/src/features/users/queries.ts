import type { contract } from '@vpisnik/contract/contract';
import { permissions } from '@vpisnik/contract/permissions';
import { rankOf } from '@vpisnik/contract/roles';
import type { Leader, User, UserSummary } from '@vpisnik/contract/users';
import { and, type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { instantColumn } from '../../db/instants.ts';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import type { Scope } from '../../db/scope.ts';

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

const byName = { key: sql`staff.name collate "sl-x-icu"`, id: sql`staff.id`, descending: false };

/** Each word of a search must be in the name or the address; an organisation's staff are few, so no index is needed. */
function searched(search: string | undefined): SQL | undefined {
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  return and(
    ...words.map((word) => sql`strpos(app.fold(staff.name || ' ' || staff.email), app.fold(${word})) > 0`),
  );
}

/** Everybody on the staff of the organisation, also the inactive and those who have not confirmed yet. */
export async function listUsers(scope: Scope, query: z.output<typeof contract.users.list.query>) {
  const matching = and(
    sql`staff.organization_id = ${scope.organizationId}`,
    searched(query.search),
    query.active === undefined ? undefined : sql`staff.active = ${query.active}`,
    query.role === undefined ? undefined : sql`staff.role = ${query.role}`,
  );
  const [{ rows }, counted] = await Promise.all([
    scope.tx.execute<UserSummary>(sql`
      select staff.id, staff.name, staff.email, staff.role, staff.active, staff.confirmed, staff.all_groups_allowed,
        staff.second_factor,
        (select count(*)::integer from membership_groups
          where membership_groups.organization_id = staff.organization_id
            and membership_groups.account_id = staff.id) as authorized_groups_count,
        ${sql.raw(instantColumn('staff.last_sign_in_at'))} as last_sign_in_at,
        ${sql.raw(instantColumn('staff.invitation_expires_at'))} as invitation_expires_at
      from staff
      where ${and(matching, afterCursor(byName, query.last_id))}
      order by ${orderBy(byName)}
      limit ${query.limit + 1}`),
    query.with_total
      ? scope.tx.execute<{ total: number }>(
          sql`select count(*)::integer as total from staff where ${matching}`,
        )
      : undefined,
  ]);
  const page = pageOf(rows, query.limit, (row) => row.name);
  return { ...page, ...(counted && { total: counted.rows[0]?.total ?? 0 }) };
}

/** One of an organisation's staff, with everything that is shown about them; undefined when it is nobody of theirs. */
export async function selectUser(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  id: string,
): Promise<User | undefined> {
  const { rows } = await client.query<Omit<User, 'permissions'>>(
    `select a.id, a.name, a.email, a.language, m.role, m.active, a.confirmed_at is not null as confirmed,
       m.all_groups_allowed, a.password_change_required, m.version,
       ${instantColumn('m.created_at')} as created_at, ${instantColumn('m.updated_at')} as updated_at,
       ${instantColumn('a.last_sign_in_at')} as last_sign_in_at,
       array(select g.group_id::text from membership_groups g
         where g.organization_id = m.organization_id and g.account_id = a.id order by g.group_id) as authorized_groups,
       array(select l.group_id::text from group_leaders l
         where l.organization_id = m.organization_id and l.account_id = a.id order by l.group_id) as led_groups,
       (select ${instantColumn('max(c.expires_at)')} from account_codes c
         where c.account_id = a.id and c.purpose = 'invitation' and c.used_at is null and c.expires_at > now()
           and a.confirmed_at is null) as invitation_expires_at
     from memberships m join accounts a on a.id = m.account_id
     where m.organization_id = $1 and m.account_id = $2`,
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
export async function lockStaff(client: Pick<PoolClient, 'query'>, organizationId: string): Promise<void> {
  await client.query('select from organizations where id = $1 for no key update', [organizationId]);
}

/** How many administrators who can work the organisation has beside one of its staff. */
export async function countOtherAdministrators(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
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

/** Replaces somebody's groups; answers false when one of them is not the organisation's. */
export async function setGroups(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  id: string,
  groups: readonly string[],
): Promise<boolean> {
  await client.query('delete from membership_groups where organization_id = $1 and account_id = $2', [
    organizationId,
    id,
  ]);
  const { rowCount } = await client.query(
    `insert into membership_groups (organization_id, account_id, group_id)
     select $1, $2, g.id from groups g where g.organization_id = $1 and g.id = any ($3::uuid[])`,
    [organizationId, id, groups],
  );
  return rowCount === groups.length;
}

/** Adds an account without a password, and its membership; the address must be free. */
export async function insertMember(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  user: Pick<User, 'email' | 'name' | 'language' | 'role' | 'all_groups_allowed'>,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `with account as (insert into accounts (email, name, language) values ($2, $3, $4) returning id),
     membership as (
       insert into memberships (organization_id, account_id, role, all_groups_allowed)
       select $1, account.id, $5, $6 from account
     )
     select id from account`,
    [organizationId, user.email, user.name, user.language, user.role, user.all_groups_allowed],
  );
  if (!rows[0]) throw new Error('The account was not inserted');
  return rows[0].id;
}

/** Writes what of a user changed; the membership's version moves in any case. */
export async function updateMember(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  user: User,
): Promise<void> {
  await client.query(
    `update memberships set role = $3, active = $4, all_groups_allowed = $5
     where organization_id = $1 and account_id = $2`,
    [organizationId, user.id, user.role, user.active, user.all_groups_allowed],
  );
  await client.query('update accounts set name = $2, password_change_required = $3 where id = $1', [
    user.id,
    user.name,
    user.password_change_required,
  ]);
}

/** Erases an identity: account, codes and sign-ins, and the addresses that mail to them went to. */
export async function deleteMember(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  id: string,
): Promise<void> {
  await client.query(
    `update mails set to_address = null,
       state = case when state in ('queued', 'held') then 'cancelled' else state end,
       state_reason = case when state in ('queued', 'held') then 'recipient_inactive' else state_reason end
     where organization_id = $1 and account_id = $2 and state <> 'sending'`,
    [organizationId, id],
  );
  await client.query('delete from memberships where organization_id = $1 and account_id = $2', [
    organizationId,
    id,
  ]);
  await client.query('delete from accounts where id = $1', [id]);
}
