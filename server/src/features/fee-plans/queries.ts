import type { contract } from '@vpisnik/contract/contract';
import type { GroupFeePlan, OrganizationFeeRules } from '@vpisnik/contract/fee-plans';
import { emptyPlan, emptyRules } from '@vpisnik/contract/rules/fee-wire';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { and, eq, getColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { fee_plans, fee_rules, groups, organizations, participants } from '../../db/schema.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { found } from '../../errors.ts';

/** A transaction that may read an organisation's plans: of staff, or of the worker. */
export type Reader = { tx: Transaction; organizationId: string };

type PlanBody = z.output<typeof contract.fee_plans.update.body>;
type RulesBody = z.output<typeof contract.fee_rules.update.body>;

const {
  organization_id: _,
  group_id,
  created_at: __,
  updated_at: ___,
  ...planColumns
} = getColumns(fee_plans);
const {
  organization_id: ____,
  created_at: _____,
  updated_at: ______,
  ...ruleColumns
} = getColumns(fee_rules);

const { id, name, schedule, start_date, end_date } = getColumns(groups);
const { currency, time_zone } = getColumns(organizations);
const groupColumns = { id, name, schedule, start_date, end_date, currency, time_zone };

/** A plan with its id; null for a group that has none. */
export type StoredPlan = Omit<GroupFeePlan, 'enrolled' | 'without' | 'kept'> & { id: string | null };

/** Facts of a group that its plan is judged and counted by. */
export type FeeGroup = {
  id: string;
  name: Texts;
  schedule: Slot[];
  start_date: string | null;
  end_date: string | null;
  currency: string;
  time_zone: string;
};

const ofOrganization = ({ organizationId }: Reader) => eq(fee_plans.organization_id, organizationId);

/** Throws `not_found` for a group out of scope. */
export async function selectGroup({ tx, organizationId }: Reader, id: string): Promise<FeeGroup> {
  const [row] = await tx
    .select(groupColumns)
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .where(and(eq(groups.organization_id, organizationId), eq(groups.id, id)));
  return found(row as FeeGroup | undefined);
}

/** The group's plan, or what stands for one that has none. */
export async function selectPlan(reader: Reader, groupId: string): Promise<StoredPlan> {
  const [row] = await reader.tx
    .select(planColumns)
    .from(fee_plans)
    .where(and(ofOrganization(reader), eq(group_id, groupId)));
  return (row as StoredPlan | undefined) ?? noPlan();
}

const noPlan = (): StoredPlan => ({
  ...emptyPlan,
  id: null,
  made_on: 'approved',
  days_ahead: 14,
  version: 0,
});

/** A group, and the plan by which people pay there. */
export type Planned = { group: FeeGroup; plan: StoredPlan };

/** Groups with their plans, by id, for many at once; those out of scope are left out. */
export async function selectPlanned(
  { tx, organizationId }: Reader,
  ids: readonly string[],
): Promise<Map<string, Planned>> {
  const rows = await tx
    .select({ group: groupColumns, plan: planColumns })
    .from(groups)
    .innerJoin(organizations, eq(organizations.id, groups.organization_id))
    .leftJoin(
      fee_plans,
      and(eq(fee_plans.organization_id, groups.organization_id), eq(fee_plans.group_id, groups.id)),
    )
    .where(
      and(eq(groups.organization_id, organizationId), sql`${groups.id} = any (${sql.param(ids)}::uuid[])`),
    );
  return new Map(
    rows.map(({ group, plan }) => [
      group.id,
      { group: group as FeeGroup, plan: (plan as StoredPlan | null) ?? noPlan() },
    ]),
  );
}

/** The condition of pending payments `y` as a plan made them: not of those agreed upon, of rests, and what a merge brought twice. */
export const asPlanned = (currency: string) => sql`
  y.status = 'pending' and y.split_from is null and y.currency = ${currency} and position('+' in y.period) = 0
  and y.amount = y.gross - (
    select coalesce(sum((one ->> 'amount')::numeric), 0) from jsonb_array_elements(y.discounts) as one
  )`;

/**
 * The condition of enrolments `e` by which something is made. One of which the plan asks something else by now, after what it
 * had made was cancelled, waits for staff: see `letMakeAnew`.
 */
export const isPaying = sql`e.left_at is null and (e.made_until is not null or e.next_on is not null)`;

/** How many participants pay by the group's plan, how many by a former group's, and how many with a place by none. */
export async function countPeople({ tx, organizationId }: Reader, groupId: string) {
  const { rows } = await tx.execute<{ enrolled: number; kept: number; without: number }>(sql`
    select enrolled, kept, "all" - enrolled - kept as without from (
      select count(*)::integer as "all",
        (count(*) filter (where p.id in (
          select e.participant_id from fee_enrolments e
          where e.organization_id = ${organizationId} and e.group_id = ${groupId} and ${isPaying}
        )))::integer as enrolled,
        (count(*) filter (where p.id in (
          select e.participant_id from fee_enrolments e
          where e.organization_id = ${organizationId} and e.group_id <> ${groupId} and e.kept and e.left_at is null
        )))::integer as kept
      from participants p
      where p.organization_id = ${organizationId} and p.group_id = ${groupId} and p.status = 'approved'
    ) as its
  `);
  return rows[0] ?? { enrolled: 0, kept: 0, without: 0 };
}

/** Participants with a place in the group who pay neither by its plan nor, as was decided, by a former group's. */
export async function selectWithout({ tx, organizationId }: Reader, groupId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from participants p
    where p.organization_id = ${organizationId} and p.group_id = ${groupId} and p.status = 'approved'
      and not exists (
        select from fee_enrolments e
        where e.organization_id = p.organization_id and e.participant_id = p.id
          and (e.group_id = p.group_id or e.kept) and ${isPaying}
      )
    order by p.id for update of p
  `);
  return rows.map(({ id }) => id);
}

/** Group and status of an application, locked if it is to pay; throws `not_found` out of scope. */
export async function selectJoining({ tx, organizationId }: Reader, id: string, locked = false) {
  const { group_id, status } = participants;
  const rows = tx
    .select({ group_id, status })
    .from(participants)
    .where(and(eq(participants.organization_id, organizationId), eq(participants.id, id)));
  const [row] = await (locked ? rows.for('update') : rows);
  return found(row);
}

/** Writes a plan down; undefined when it is not at that version any more. */
export async function savePlan(
  scope: Scope,
  groupId: string,
  { version, ...plan }: PlanBody,
): Promise<StoredPlan | undefined> {
  const { tx, organizationId } = scope;
  const rows =
    version === 0
      ? await tx
          .insert(fee_plans)
          .values({ ...plan, group_id: groupId, organization_id: organizationId })
          .onConflictDoNothing({ target: [fee_plans.organization_id, group_id] })
          .returning(planColumns)
      : await tx
          .update(fee_plans)
          .set({ ...plan, updated_at: sql`now()` })
          .where(and(ofOrganization(scope), eq(group_id, groupId), eq(fee_plans.version, version)))
          .returning(planColumns);
  return rows[0] as StoredPlan | undefined;
}

/** The organisation's rules, or what stands for none. */
export async function selectRules({ tx, organizationId }: Reader): Promise<OrganizationFeeRules> {
  const [row] = await tx
    .select(ruleColumns)
    .from(fee_rules)
    .where(eq(fee_rules.organization_id, organizationId));
  return row ?? { ...emptyRules, family_sessions: [], version: 0 };
}

/** Writes rules down; undefined when they are not at that version any more. */
export async function saveRules(
  { tx, organizationId }: Scope,
  { version, ...rules }: RulesBody,
): Promise<OrganizationFeeRules | undefined> {
  const own = eq(fee_rules.organization_id, organizationId);
  const rows =
    version === 0
      ? await tx
          .insert(fee_rules)
          .values({ ...rules, organization_id: organizationId })
          .onConflictDoNothing({ target: fee_rules.organization_id })
          .returning(ruleColumns)
      : await tx
          .update(fee_rules)
          .set({ ...rules, updated_at: sql`now()` })
          .where(and(own, eq(fee_rules.version, version)))
          .returning(ruleColumns);
  return rows[0];
}

/**
 * Lets the worker look at all who pay by a group's plan, for it has changed. Under another rhythm only what comes after
 * this month is made: what the former one asked for stands.
 */
export async function lookAgain(
  { tx, organizationId }: Scope,
  groupId: string,
  isOther: boolean,
  today: string,
): Promise<void> {
  await tx.execute(sql`
    update fee_enrolments e set next_on = ${today},
      made_until = case when ${isOther} and made_until is not null then ${today.slice(0, 7)} else made_until end
    where organization_id = ${organizationId} and group_id = ${groupId} and ${isPaying}
  `);
}

/** Gives a copied group the plan of the other one, its days and months that much later. */
export async function copyPlan(
  { tx, organizationId }: Scope,
  from: string,
  to: string,
  days: number,
): Promise<void> {
  // the middle of a month stays in its month when a year is 364 days
  const month = (column: typeof fee_plans.first_month | typeof fee_plans.last_month) =>
    sql`to_char((${column} || '-15')::date + ${days}::integer, 'YYYY-MM')`;
  await tx.execute(sql`
    insert into fee_plans (
      organization_id, group_id, rhythm, kind, amount, due_date, days_after, day_of_month, first_month, last_month,
      free_months, instalments, joining_fee, late_start, made_on, days_ahead
    )
    select organization_id, ${to}, rhythm, kind, amount, due_date + ${days}::integer, days_after, day_of_month,
      ${month(fee_plans.first_month)}, ${month(fee_plans.last_month)}, free_months, coalesce((
        select jsonb_agg(one || jsonb_build_object('due_date', (one ->> 'due_date')::date + ${days}::integer) order by place)
        from jsonb_array_elements(instalments) with ordinality as each (one, place)
      ), '[]'), joining_fee, late_start, made_on, days_ahead
    from fee_plans where organization_id = ${organizationId} and group_id = ${from}
  `);
}
