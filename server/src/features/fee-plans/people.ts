import type { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { instantColumn } from '../../db/instants.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { enrol } from './making.ts';
import { selectGroup, selectPlan, selectWithout } from './queries.ts';

type PeopleBody = z.output<typeof contract.fee_plans.people.body>;
type Made = z.output<typeof contract.fee_plans.people.reply>;

/**
 * Lets all who have a place pay by the plan. A dry run does the same and takes it back, so that it shows the very payments.
 *
 * @throws {AppError} selection_changed when there are more or fewer by now
 */
export async function makeForAll(
  scope: Scope,
  groupId: string,
  { expected_count, dry_run }: PeopleBody,
): Promise<Made> {
  const { currency } = await selectGroup(scope, groupId);
  const ids = await selectWithout(scope, groupId);
  if (ids.length !== expected_count) throw new AppError('selection_changed', { count: ids.length });
  if (dry_run) await scope.tx.execute(sql`savepoint shown`);
  await enrol(scope, groupId, ids, { automatic: false });
  const made = { people: ids.length, currency, ...(await selectMade(scope, groupId, ids)) };
  if (dry_run) await scope.tx.execute(sql`rollback to savepoint shown`);
  return made;
}

/** Payments that this transaction has made by the group's plan, and how many of their people have others in the group. */
async function selectMade({ tx, organizationId }: Scope, groupId: string, ids: readonly string[]) {
  const { rows } = await tx.execute<Omit<Made, 'people' | 'currency'>>(sql`
    with own as (
      select p.*, p.updated_at = now() and p.fee_plan_id = f.id as made from payments p
      left join fee_plans f on f.organization_id = p.organization_id and f.group_id = p.group_id
      where p.organization_id = ${organizationId} and p.group_id = ${groupId}
        and p.participant_id = any (${sql.param(ids)}::uuid[])
        and p.status in ('pending', 'expired', 'failed', 'completed')
    ), periods as (
      select split_part(period, '+', 1) as period, max(instalment) as instalment, max(instalments) as instalments,
        min(expiration_date) as first
      from own where made group by 1
    )
    select ${sql.raw(instantColumn('now()'))} as made_at,
      (count(*) filter (where made))::integer as payments,
      coalesce(sum(amount) filter (where made), 0)::numeric(12,2)::text as total,
      (count(distinct participant_id) filter (where made is not true))::integer as others,
      (select coalesce(jsonb_agg(to_jsonb(periods) - 'first' order by first, period), '[]') from periods) as periods
    from own
  `);
  return rows[0] as Omit<Made, 'people' | 'currency'>;
}

/**
 * Takes back what was made for people of a group at an instant: payments that nobody has touched since, and that these people
 * pay by the plan.
 *
 * @returns number of payments taken back
 */
export async function undoForAll(scope: Scope, groupId: string, made_at: string) {
  const { tx, organizationId } = scope;
  await selectGroup(scope, groupId);
  const { id } = await selectPlan(scope, groupId);
  const { rows: people } = await tx.execute<{ participant_id: string }>(sql`
    select e.participant_id from fee_enrolments e
    join participants p on p.organization_id = e.organization_id and p.id = e.participant_id
    where e.organization_id = ${organizationId} and e.group_id = ${groupId} and e.created_at = ${made_at}
      and e.left_at is null
    order by e.participant_id for update of p
  `);
  const ids = sql.param(people.map(({ participant_id }) => participant_id));
  const own = sql`organization_id = ${organizationId} and fee_plan_id = ${id} and participant_id = any (${ids}::uuid[])
    and status = 'pending' and updated_at = ${made_at}`;
  const { rows: removed } = await tx.execute<{ id: string }>(sql`
    delete from payments where ${own} and created_at = ${made_at} returning id
  `);
  // those that were cancelled when their people left, and brought back
  const { rows: cancelled } = await tx.execute<{ id: string }>(sql`
    update payments set status = 'cancelled', left_at = now(),
      status_reason = case (select default_language from organizations where id = ${organizationId})
        when 'sl' then 'Ustvarjanje plačil je razveljavljeno' else 'Making payments was undone' end
    where ${own} returning id
  `);
  await tx.execute(sql`
    update fee_enrolments set left_at = now(), next_on = null
    where organization_id = ${organizationId} and group_id = ${groupId} and participant_id = any (${ids}::uuid[])
  `);
  return { payments: removed.length + cancelled.length };
}
