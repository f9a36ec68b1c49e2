import type { contract } from '@vpisnik/contract/contract';
import type { UserSummary } from '@vpisnik/contract/users';
import { and, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { afterCursor, orderBy, pageOf } from '../../db/pages.ts';
import type { Scope } from '../../db/scope.ts';

/** Active, confirmed staff of the organisation, by name. */
export async function listLeaders(scope: Scope): Promise<{ id: string; name: string }[]> {
  const { rows } = await scope.tx.execute<{ id: string; name: string }>(
    sql`select id, name from staff where active and confirmed order by name collate "sl-x-icu", id`,
  );
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
  );
  const [{ rows }, counted] = await Promise.all([
    scope.tx.execute<UserSummary>(sql`
      select staff.id, staff.name, staff.email, staff.role, staff.active, staff.confirmed, staff.all_groups_allowed,
        (select count(*)::integer from membership_groups
          where membership_groups.organization_id = staff.organization_id
            and membership_groups.account_id = staff.id) as authorized_groups_count
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
