import type { ActivityEntry } from '@vpisnik/contract/activity';
import type { contract } from '@vpisnik/contract/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { instantColumn } from '../../db/instants.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';

type Filters = z.output<typeof contract.activity.export.query>;

/** Lines of the organisation's trail, the latest first. The id counts up, so it is order and cursor at once. */
export async function listActivity(
  scope: Scope,
  filters: Filters,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ActivityEntry[]> {
  if (before !== undefined && !/^\d{1,15}$/.test(before))
    throw new AppError('invalid_request', { errors: [{ path: 'last_id', code: 'invalid_value' }] });
  const { rows } = await scope.tx.execute<ActivityEntry>(sql`
    select id::double precision as id, ${sql.raw(instantColumn('created_at'))} as created_at, account_id, actor, action,
      entity, entity_id, changes
    from activity_log
    where ${matching(scope, filters)} and ${before === undefined ? sql`true` : sql`id < ${before}::bigint`}
    order by id desc limit ${limit}`);
  return rows;
}

/** Number of matching entries. */
export async function countActivity(scope: Scope, filters: Filters): Promise<number> {
  const { rows } = await scope.tx.execute<{ total: number }>(
    sql`select count(*)::integer as total from activity_log where ${matching(scope, filters)}`,
  );
  return rows[0]?.total ?? 0;
}

function matching(scope: Scope, { user_id, action, from, to }: Filters): SQL {
  const organization = sql`activity_log.organization_id = ${scope.organizationId}`;
  // days are those of the organisation's wall, not of the server's
  const zone = sql`(select time_zone from organizations where id = ${scope.organizationId})`;
  const conditions = [
    organization,
    user_id && sql`(account_id = ${user_id} or (entity = 'user' and entity_id = ${user_id}))`,
    action && sql`action = any (${sql.param(action)}::text[])`,
    from && sql`created_at >= ${from}::date::timestamp at time zone ${zone}`,
    to && sql`created_at < (${to}::date + 1)::timestamp at time zone ${zone}`,
  ];
  return sql.join(
    conditions.filter((one): one is SQL => typeof one === 'object'),
    sql` and `,
  );
}
