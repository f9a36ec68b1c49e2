import type { contract } from '@vpisnik/contract/contract';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { searched } from '../../db/catalogue.ts';
import { group_leaders, groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

type ListQuery = z.output<typeof contract.groups.list.query>;
type Period = NonNullable<ListQuery['period']>[number];

/** The condition of a list's filters; undefined without any. */
export function matching(scope: Scope, query: ListQuery): SQL | undefined {
  const { active, accept_applications, accepting, archived, free_places, from, to } = query;
  return and(
    searched(groups, query.search),
    amongGroups(scope, query),
    active === undefined ? undefined : eq(groups.active, active),
    accept_applications === undefined ? undefined : eq(groups.accept_applications, accept_applications),
    accepting === undefined ? undefined : sql`(${takesNow(scope)}) is ${sql.raw(String(accepting))}`,
    archived === undefined ? undefined : (archived ? isNotNull : isNull)(groups.archived_at),
    free_places === undefined ? undefined : withPlaces(free_places),
    from ? sql`${lastDay} >= ${from}::date` : undefined,
    to ? sql`${firstDay} <= ${to}::date` : undefined,
  );
}

/** The condition of the filters that lists of groups and of their participants share. */
export function amongGroups(
  scope: Scope,
  query: Pick<ListQuery, 'category_id' | 'location_id' | 'leader_id' | 'period'>,
): SQL | undefined {
  return and(
    query.category_id && inArray(groups.category_id, query.category_id),
    query.location_id && inArray(groups.location_id, query.location_id),
    query.leader_id && inArray(groups.id, ledBy(scope, query.leader_id)),
    query.period && or(...query.period.map((one) => periods[one](todayOf(scope)))),
  );
}

const firstDay = sql`coalesce(${groups.start_date}, '-infinity'::date)`;
const lastDay = sql`coalesce(${groups.end_date}, 'infinity'::date)`;

const periods: Record<Period, (today: SQL) => SQL> = {
  current: (today) => sql`(${firstDay} <= ${today} and ${lastDay} >= ${today})`,
  upcoming: (today) => sql`${firstDay} > ${today}`,
  past: (today) => sql`${lastDay} < ${today}`,
};

/** Today by the organisation's clocks. */
const todayOf = (scope: Scope) =>
  sql`(select (now() at time zone time_zone)::date from organizations where id = ${scope.organizationId})`;

/** Asked of each group in the list's order, not joined: a page then ends with its last row. */
const withPlaces = (free: boolean) => sql`(${hasPlaces}) is ${sql.raw(String(free))}`;
const hasPlaces = sql`${groups.id} in (select app.groups_with_places())`;

/** As `enrolmentOf` has it open or waiting; places are asked for last, and only where they matter. */
const takesNow = (scope: Scope) => sql`${groups.active} and ${groups.accept_applications}
  and ${lastDay} >= ${todayOf(scope)}
  and coalesce(${groups.apply_from} <= now(), true) and coalesce(${groups.apply_until} > now(), true)
  and (${groups.when_full} = 'waitlist' or ${hasPlaces})`;

const ledBy = (scope: Scope, leaders: string[]) =>
  scope.tx
    .select({ id: group_leaders.group_id })
    .from(group_leaders)
    .where(
      and(
        eq(group_leaders.organization_id, scope.organizationId),
        inArray(group_leaders.account_id, leaders),
      ),
    );
