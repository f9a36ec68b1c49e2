import { contract } from '@vpisnik/contract/contract';
import { feePlanProblems, feeRulesProblems } from '@vpisnik/contract/fee-plans';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { canPayAtOnce } from '@vpisnik/contract/rules/fee-plan';
import { readPlan } from '@vpisnik/contract/rules/fee-wire';
import { holdsPlace, type ParticipantStatus } from '@vpisnik/contract/rules/statuses';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { form_fields, participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import { quietly } from '../payment-mails/telling.ts';
import { enrol, letMakeAnew, todayOf } from './making.ts';
import { linesFor, linesOfJoining, makesPayments, proposalOf } from './proposals.ts';
import {
  countPeople,
  lookAgain,
  type StoredPlan,
  savePlan,
  saveRules,
  selectGroup,
  selectJoining,
  selectPlan,
  selectRules,
} from './queries.ts';

type PlanBody = z.output<typeof contract.fee_plans.update.body>;
type RulesBody = z.output<typeof contract.fee_rules.update.body>;
type PreviewBody = z.output<typeof contract.fee_plans.preview.body>;

/** A group's plan. */
export async function readPlanOf(scope: Scope, groupId: string) {
  await selectGroup(scope, groupId);
  return withPeople(scope, groupId, await selectPlan(scope, groupId));
}

const withPeople = async (scope: Scope, groupId: string, plan: StoredPlan) => ({
  ...plan,
  ...(await countPeople(scope, groupId)),
});

/**
 * Writes a group's plan down; payments that exist stay as they are.
 *
 * @throws {AppError} invalid_fields, edit_conflict
 */
export async function changePlan(scope: Scope, groupId: string, body: PlanBody) {
  const group = await selectGroup(scope, groupId);
  refuse(feePlanProblems(body, group));
  const before = await selectPlan(scope, groupId);
  const saved = await savePlan(scope, groupId, body);
  if (!saved) throw editConflict(await readPlanOf(scope, groupId), contract.fee_plans.update.reply);
  await lookAgain(scope, groupId, before.rhythm !== saved.rhythm, todayOf(group));
  await letMakeAnew(scope, groupId);
  return withPeople(scope, groupId, saved);
}

/** What a plan would make, written down or not. */
export async function previewPlan(
  scope: Scope,
  groupId: string,
  { plan, joined_on, participant_id, at_once }: PreviewBody,
) {
  const group = await selectGroup(scope, groupId);
  refuse(feePlanProblems(plan, group).map(({ path, ...problem }) => ({ ...problem, path: `plan.${path}` })));
  if (participant_id !== null) await requireMember(scope, groupId, participant_id);
  const today = todayOf(group);
  const [lines = []] = await linesFor(scope, group, plan, [{ participant_id, joined_on, at_once }], today);
  return proposalOf(lines, plan, group.currency, today);
}

/**
 * What a plan makes for an applicant who is given a place today, or `by_hand` for one who was approved; without the
 * payments that are there already.
 */
export async function proposeFor(scope: Scope, id: string, at_once: boolean, by_hand: boolean) {
  const { group_id, status } = await selectJoining(scope, id);
  const [group, plan] = [await selectGroup(scope, group_id), await selectPlan(scope, group_id)];
  const today = todayOf(group);
  const makes = makesPayments(plan, !by_hand) && (!by_hand || status === 'approved');
  const given = { automatic: !by_hand, at_once };
  const [one] = makes ? await linesOfJoining(scope, group, plan, [id], today, given) : [];
  const lines = one?.lines ?? [];
  const { at_once: percent } = await selectRules(scope);
  const can_pay_at_once = makes && percent !== null && canPayAtOnce(readPlan(plan));
  return { ...proposalOf(lines, plan, group.currency, today), can_pay_at_once };
}

/**
 * Lets a participant pay by the group's plan.
 *
 * @throws {AppError} move_not_allowed without a place
 */
export async function makeFor(
  scope: Scope,
  id: string,
  { at_once, notify }: z.output<typeof contract.fee_plans.make.body>,
) {
  const { group_id, status } = await selectJoining(scope, id, true);
  if (!holdsPlace(status as ParticipantStatus)) throw new AppError('move_not_allowed');
  const payments = await quietly(scope, !notify, () =>
    enrol(scope, group_id, [id], { automatic: false, at_once }),
  );
  return { payments };
}

/** The organisation's discounts. */
export const readRulesOf = selectRules;

/**
 * Writes the organisation's discounts down; payments that exist stay as they are.
 *
 * @throws {AppError} invalid_fields, edit_conflict
 */
export async function changeRules(scope: Scope, body: RulesBody) {
  refuse([...feeRulesProblems(body), ...(await fieldProblems(scope, body.member_field_id))]);
  const saved = await saveRules(scope, body);
  if (saved) return saved;
  throw editConflict(await selectRules(scope), contract.fee_rules.update.reply);
}

function refuse(problems: FieldError[]): void {
  if (problems.length > 0) throw invalidFields(problems);
}

async function requireMember({ tx, organizationId }: Scope, groupId: string, id: string): Promise<void> {
  const { organization_id, group_id } = participants;
  const rows = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(organization_id, organizationId), eq(group_id, groupId), eq(participants.id, id)));
  found(rows[0]);
}

/** Only answers that are chosen or ticked can be told apart. */
async function fieldProblems({ tx, organizationId }: Scope, id: string | null): Promise<FieldError[]> {
  if (id === null) return [];
  const [field] = await tx
    .select({ type: form_fields.type })
    .from(form_fields)
    .where(and(eq(form_fields.organization_id, organizationId), eq(form_fields.id, id)));
  const isKnown = field && ['single_choice', 'multiple_choice', 'checkbox'].includes(field.type);
  return isKnown ? [] : [{ path: 'member_field_id', code: 'unknown_id' }];
}
