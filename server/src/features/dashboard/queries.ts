import type { DashboardFacts } from '@vpisnik/contract/dashboard';
import { MOST_OFFERS } from '@vpisnik/contract/offers';
import { openStatuses } from '@vpisnik/contract/rules/payments';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { groups, organizations, participants, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { concerning } from '../participants/concerns.ts';
import { selectDay } from '../participants/filters.ts';
import { selectStatementDay } from '../payment-mails/telling.ts';

/** Groups that the dashboard names at most. */
const MOST_GROUPS = 100;

/** Applications in scope that wait for a decision. */
async function selectPending(scope: Scope) {
  const rows = await scope.tx
    .select({
      pending: sql<number>`count(*)::integer`,
      oldest_pending: sql<string | null>`min(${participants.application_date})`.mapWith(
        participants.application_date,
      ),
    })
    .from(participants)
    .where(
      and(
        eq(participants.organization_id, scope.organizationId),
        eq(participants.status, 'pending'),
        // row-level security says the same, but no index can serve its "all groups or one of these"
        scope.allGroups ? undefined : inArray(participants.group_id, [...scope.groupIds]),
      ),
    );
  return rows[0] ?? { pending: 0, oldest_pending: null };
}

/** Published groups with free places and waitlisted participants; counts places only in groups with a waiting list. */
async function selectOffering(scope: Scope): Promise<DashboardFacts['offering']> {
  const today = await selectDay(scope);
  const { rows } = await scope.tx.execute<DashboardFacts['offering'][number]>(sql`
    select g.id, g.name, least(coalesce(counted.places - counted.taken, counted.waiting), counted.waiting) as free,
      counted.waiting, g.offer_mode, cardinality(turn.ids) as in_turn, turn.ids as in_turn_ids,
      case when g.offer_mode = 'automatic'
        then app.count_unheard(${scope.organizationId}, g.id, (counted.places - counted.taken)::integer) else 0 end as unheard
    from app.group_places(array(
      select ${groups.id} from ${groups}
      where ${groups.organization_id} = ${scope.organizationId} and ${groups.active}
        and coalesce(${groups.end_date} >= ${today}::date, true) and exists (
        select from ${participants} where ${participants.organization_id} = ${groups.organization_id}
          and ${participants.group_id} = ${groups.id} and ${participants.status} = 'waitlisted')
    )) as counted
    join ${groups} g on g.organization_id = ${scope.organizationId} and g.id = counted.group_id
    cross join lateral (
      select array(
        select participant_id from app.next_in_turn(
          ${scope.organizationId}, g.id, least(counted.places - counted.taken, ${MOST_OFFERS})::integer)
      ) as ids
    ) as turn
    where counted.waiting > 0 and (counted.places is null or counted.places > counted.taken)
    order by free desc, g.id
    limit ${MOST_GROUPS}`);
  return rows;
}

/** Participants in scope whom a mail has not reached. */
async function countUndelivered(scope: Scope): Promise<number> {
  return await scope.tx.$count(
    participants,
    and(
      eq(participants.organization_id, scope.organizationId),
      concerning(scope, ['mail_failed']),
      scope.allGroups ? undefined : inArray(participants.group_id, [...scope.groupIds]),
    ),
  );
}

/** Payments in scope whose day is over, whether or not the nightly job has marked them yet. */
async function selectOverdue(scope: Scope): Promise<DashboardFacts['overdue']> {
  if (scope.rank < permissions['payments.manage']) return null;
  const [organization] = await scope.tx
    .select({ time_zone: organizations.time_zone, currency: organizations.currency })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  const { time_zone = 'UTC', currency = 'EUR' } = organization ?? {};
  const today = localDay(new Date(), time_zone);
  const rows = await scope.tx
    .select({
      count: sql<number>`count(*)::integer`,
      group_id: sql<string | null>`case when min(${payments.group_id}::text) = max(${payments.group_id}::text)
        then min(${payments.group_id}::text) end`,
      amount: sql<string>`coalesce(sum(${payments.amount}) filter (where ${payments.currency} = ${currency}), 0)::text`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.organization_id, scope.organizationId),
        inArray(payments.status, [...openStatuses]),
        // one without a day may have been marked by hand
        sql`(${payments.expiration_date} < ${today} or ${payments.expiration_date} is null and ${payments.status} = 'expired')`,
        scope.allGroups ? undefined : inArray(payments.group_id, [...scope.groupIds]),
      ),
    );
  const { count = 0, amount = '0', group_id = null } = rows[0] ?? {};
  // what may have come since is not told as late; statements are rank 4's
  const seesStatements = scope.rank >= permissions['statements.manage'];
  const statement_day = seesStatements && count > 0 ? await selectStatementDay(scope) : null;
  return { count, amount, currency, group_id, statement_day };
}

/** What waits in the groups in scope: applications, places to offer, mails that did not arrive, overdue payments. */
export async function selectFacts(scope: Scope): Promise<DashboardFacts> {
  const [waiting, offering, undelivered, overdue] = await Promise.all([
    selectPending(scope),
    selectOffering(scope),
    countUndelivered(scope),
    selectOverdue(scope),
  ]);
  return { ...waiting, offering, undelivered, overdue };
}
