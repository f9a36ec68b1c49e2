import { type FeeChange, feeLimits } from '@vpisnik/contract/fee-plans';
import { writeLine } from '@vpisnik/contract/rules/fee-wire';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { withoutPaid } from './credits.ts';
import { letMakeAnew, todayOf } from './making.ts';
import { linesFor } from './proposals.ts';
import { asPlanned, type FeeGroup, selectGroup, selectPlan } from './queries.ts';

type Pending = Omit<FeeChange, 'to'> & { own: boolean; joined_on: string; at_once: boolean };

/**
 * Pending payments of a plan that it would make otherwise by now. What people agreed upon by hand, what a merge brought
 * twice and what is in a former currency stay out. Of those who moved here, what the plan of the group before asks for the
 * time in which they pay by this one is theirs no more.
 */
export async function listChanges(scope: Scope, groupId: string) {
  const { changes, currency } = await changesOf(scope, groupId);
  return { results: changes.slice(0, feeLimits.except).map(shown), total: changes.length, currency };
}

/**
 * Changes pending payments to what the plan says, all or those that are not excepted; those that it no longer asks for are
 * cancelled, and brought back once it asks for them again. What it asks for instead, by another rhythm, is made when staff make
 * the payments of those who don't have them.
 *
 * @throws {AppError} selection_changed when there are more or fewer by now
 */
export async function applyChanges(
  scope: Scope,
  groupId: string,
  { expected_count, except }: { expected_count: number; except: readonly string[] },
) {
  const all = (await changesOf(scope, groupId, true)).changes;
  if (all.length !== expected_count) throw new AppError('selection_changed', { count: all.length });
  const changes = all.filter(({ payment_id }) => !except.includes(payment_id));
  const gone = changes.filter(({ line }) => line === null).map(({ payment_id }) => payment_id);
  const kept = changes.flatMap(({ payment_id, line }) => (line ? [{ ...line, payment_id }] : []));
  await scope.tx.execute(sql`
    update payments p set amount = its.amount, expiration_date = its.due_date, gross = its.gross,
      discounts = its.discounts, instalment = its.instalment, instalments = its.instalments, kind = its.kind
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as its (
      payment_id uuid, amount numeric, due_date date, gross numeric, discounts jsonb, instalment integer,
      instalments integer, kind text
    )
    where p.organization_id = ${scope.organizationId} and p.id = its.payment_id
  `);
  await scope.tx.execute(sql`
    update payments p set status = 'cancelled', left_at = now(), status_reason = case o.default_language
      when 'sl' then 'Načrt plačil ga ne predvideva več' else 'The fee plan no longer asks for it' end
    from organizations o
    where o.id = p.organization_id and p.organization_id = ${scope.organizationId}
      and p.id = any (${sql.param(gone)}::uuid[])
  `);
  const people = changes.flatMap(({ line, own, participant_id }) => (own && !line ? [participant_id] : []));
  await letMakeAnew(scope, groupId, people);
  return { changed: kept.length, cancelled: gone.length };
}

type Change = Awaited<ReturnType<typeof changesOf>>['changes'][number];

const shown = ({ line, own: _, joined_on: __, at_once: ___, ...payment }: Change): FeeChange => ({
  ...payment,
  to: line && { amount: line.amount, expiration_date: line.due_date },
});

async function changesOf(scope: Scope, groupId: string, locked = false) {
  const [group, plan] = [await selectGroup(scope, groupId), await selectPlan(scope, groupId)];
  if (locked) await lockPeople(scope, groupId);
  const pending = await selectPending(scope, group, locked);
  const people = [...new Map(pending.map((one) => [one.participant_id, one])).values()];
  const lines = await linesFor(scope, group, plan, people, todayOf(group));
  const open = new Set(pending.flatMap(({ own, payment_id }) => (own ? [payment_id] : [])));
  const owing = await withoutPaid(scope, group, plan, people, lines, { open });
  const byPeriod = new Map(
    people.flatMap(({ participant_id }, at) =>
      (owing[at]?.lines ?? [])
        .filter(({ amount }) => amount > 0n)
        .map((line) => [`${participant_id} ${line.period}`, line] as const),
    ),
  );
  const judged = pending.map((one) => {
    const line = one.own ? byPeriod.get(`${one.participant_id} ${one.period}`) : undefined;
    return { ...one, line: line ? writeLine(line) : null };
  });
  const changes = judged.filter(
    ({ amount, expiration_date, line }) => line?.amount !== amount || line.due_date !== expiration_date,
  );
  return { changes, currency: group.currency };
}

/** People are locked before their payments, as everywhere; also those who have moved and still pay by the group's plan. */
async function lockPeople({ tx, organizationId }: Scope, groupId: string): Promise<void> {
  await tx.execute(sql`
    select from participants where organization_id = ${organizationId} and id in (
      select participant_id from fee_enrolments where organization_id = ${organizationId} and group_id = ${groupId}
    )
    order by id for key share
  `);
}

/** Pending payments of those who pay by the group's plan, as it made them, by name. */
async function selectPending({ tx, organizationId }: Scope, group: FeeGroup, locked: boolean) {
  const { rows } = await tx.execute<Pending>(sql`
    select y.id as payment_id, p.id as participant_id, p.name as participant_name, y.period, y.amount::text,
      y.expiration_date::text, e.joined_on::text, e.at_once,
      y.fee_plan_id = f.id as own
    from fee_enrolments e
    join participants p on p.organization_id = e.organization_id and p.id = e.participant_id
    join fee_plans f on f.organization_id = e.organization_id and f.group_id = e.group_id
    join payments y on y.organization_id = e.organization_id and y.participant_id = e.participant_id
      and (y.fee_plan_id = f.id or y.fee_plan_id is not null and y.expiration_date >= e.joined_on) and ${asPlanned(group.currency)}
    where e.organization_id = ${organizationId} and e.group_id = ${group.id} and e.left_at is null
    order by p.name collate "sl-x-icu", p.id, y.expiration_date, y.id
    ${locked ? sql`for update of y` : sql``}
  `);
  return rows;
}
