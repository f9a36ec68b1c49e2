import { type FeeChange, feeLimits } from '@vpisnik/contract/fee-plans';
import { credited } from '@vpisnik/contract/rules/fee-credit';
import { writeLine } from '@vpisnik/contract/rules/fee-wire';
import { centsOf } from '@vpisnik/contract/rules/money';
import { sql } from 'drizzle-orm';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { todayOf } from './making.ts';
import { linesFor } from './proposals.ts';
import { type FeeGroup, selectGroup, selectPlan } from './queries.ts';

type Pending = Omit<FeeChange, 'to'> & {
  own: boolean;
  joined_on: string;
  at_once: boolean;
  paid_before: string;
};

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
 * cancelled.
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
    update payments p set status = 'cancelled', status_reason = case o.default_language
      when 'sl' then 'Načrt plačil ga ne predvideva več' else 'The fee plan no longer asks for it' end
    from organizations o
    where o.id = p.organization_id and p.organization_id = ${scope.organizationId}
      and p.id = any (${sql.param(gone)}::uuid[])
  `);
  return { changed: kept.length, cancelled: gone.length };
}

type Change = Awaited<ReturnType<typeof changesOf>>['changes'][number];

const shown = ({
  line,
  own: _,
  joined_on: __,
  at_once: ___,
  paid_before: ____,
  ...payment
}: Change): FeeChange => ({
  ...payment,
  to: line && { amount: line.amount, expiration_date: line.due_date },
});

async function changesOf(scope: Scope, groupId: string, locked = false) {
  const [group, plan] = [await selectGroup(scope, groupId), await selectPlan(scope, groupId)];
  if (locked) await lockPeople(scope, groupId);
  const pending = await selectPending(scope, group, locked);
  const people = [...new Map(pending.map((one) => [one.participant_id, one])).values()];
  const lines = await linesFor(scope, group, plan, people, todayOf(group));
  const byPeriod = new Map(
    people.flatMap(({ participant_id }, at) =>
      (lines[at] ?? [])
        .filter(({ amount }) => amount > 0n)
        .map((line) => [`${participant_id} ${line.period}`, line] as const),
    ),
  );
  const judged = pending.map((one) => {
    const line = one.own ? byPeriod.get(`${one.participant_id} ${one.period}`) : undefined;
    // what was paid in advance stays taken off this payment
    const [owed] = line ? credited([line], centsOf(one.paid_before)).lines : [];
    return { ...one, line: owed && owed.amount > 0n ? writeLine(owed) : null };
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

/** The condition of pending payments `y` as a plan made them: not of those agreed upon, of rests, and what a merge brought twice. */
export const asPlanned = (currency: string) => sql`
  y.status = 'pending' and y.split_from is null and y.currency = ${currency} and position('+' in y.period) = 0
  and y.amount = y.gross - (
    select coalesce(sum((one ->> 'amount')::numeric), 0) from jsonb_array_elements(y.discounts) as one
  )`;

/** Pending payments of those who pay by the group's plan, as it made them, by name. */
async function selectPending({ tx, organizationId }: Scope, group: FeeGroup, locked: boolean) {
  const { rows } = await tx.execute<Pending>(sql`
    select y.id as payment_id, p.id as participant_id, p.name as participant_name, y.period, y.amount::text,
      y.expiration_date::text, e.joined_on::text, e.at_once,
      y.fee_plan_id = f.id as own, (
        select coalesce(sum((off ->> 'amount')::numeric), 0.00)::text
        from jsonb_array_elements(y.discounts) as off where off ->> 'reason' = 'paid_before'
      ) as paid_before
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
