import {
  type ActivityAction,
  type ActivityEntry,
  type ActivityObject,
  actionsAbout,
} from '@vpisnik/contract/activity';
import type { contract } from '@vpisnik/contract/contract';
import { undoneOfPayments } from '@vpisnik/contract/rules/activity-actions';
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
  const actions = actionsOf(filters);
  const matches = sql`${matching(scope, filters)} and ${before === undefined ? sql`true` : sql`id < ${before}::bigint`}`;
  const { rows } = await scope.tx.execute<ActivityEntry>(sql`
    select id::double precision as id, ${sql.raw(instantColumn('created_at'))} as created_at, account_id, actor, action,
      entity, entity_id, changes
    from activity_log
    where ${actions ? sql`${ofOrganization(scope)} and id in (${latestOf(actions, matches, limit)})` : matches}
    order by activity_log.id desc limit ${limit}`);
  return rows;
}

/**
 * The latest ids, looked up action by action in the index: read from the end of the log, all that others did since would be
 * passed over.
 */
const latestOf = (actions: ActivityAction[], matches: SQL, limit: number): SQL => sql`
  select its.id from unnest(${sql.param(actions)}::text[]) as wanted (name)
    cross join lateral (
      select activity_log.id from activity_log where ${matches} and action = wanted.name
      order by activity_log.id desc limit ${limit}
    ) its
  order by its.id desc limit ${limit}`;

/** Number of matching entries. */
export async function countActivity(scope: Scope, filters: Filters): Promise<number> {
  const actions = actionsOf(filters);
  const { rows } = await scope.tx.execute<{ total: number }>(
    sql`select count(*)::integer as total from activity_log where ${matching(scope, filters)}
      and ${actions ? sql`action = any (${sql.param(actions)}::text[])` : sql`true`}`,
  );
  return rows[0]?.total ?? 0;
}

const ofOrganization = (scope: Scope): SQL => sql`activity_log.organization_id = ${scope.organizationId}`;

/** The actions that are asked for, each once; undefined: all. */
function actionsOf({ action, about }: Filters): ActivityAction[] | undefined {
  const asked = about ? actionsAbout(about) : action;
  return asked && [...new Set(asked)].filter((one) => action?.includes(one) ?? true);
}

/** What entries must be, besides one of the actions. */
function matching(scope: Scope, { user_id, about, from, to }: Filters): SQL {
  // days are those of the organisation's wall, not of the server's
  const zone = sql`(select time_zone from organizations where id = ${scope.organizationId})`;
  const conditions = [
    ofOrganization(scope),
    user_id && sql`(account_id = ${user_id} or (entity = 'user' and entity_id = ${user_id}))`,
    about && undoneOf(about),
    from && sql`created_at >= ${from}::date::timestamp at time zone ${zone}`,
    to && sql`created_at < (${to}::date + 1)::timestamp at time zone ${zone}`,
  ];
  return sql.join(
    conditions.filter((one): one is SQL => typeof one === 'object'),
    sql` and `,
  );
}

/** Of undone bulk work on participants or on payments, that on the others is left out. */
function undoneOf(about: readonly ActivityObject[]): SQL | undefined {
  const ofPayments = about.includes('payments');
  if (ofPayments === about.includes('participants')) return undefined;
  return sql`(action <> 'bulk_undone'
    or coalesce(changes ->> 'kind' = any (${sql.param(undoneOfPayments)}::text[]), false) = ${ofPayments})`;
}
