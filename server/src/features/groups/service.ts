import { isDeepStrictEqual } from 'node:util';
import { contract } from '@vpisnik/contract/contract';
import { emptyGroup, type Group } from '@vpisnik/contract/groups';
import { publicationProblems } from '@vpisnik/contract/publication';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { groups } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields, requireVersion } from '../../errors.ts';
import { followSchedule } from '../session-exceptions/queries.ts';
import { scheduleProblems } from '../session-exceptions/service.ts';
import { tellingGroup, tellOfCancelledGroup } from '../session-mails/service.ts';
import { selectGroup } from './queries.ts';
import { isReordered, problemsOf, type Whole } from './rules.ts';
import {
  type Change,
  deleteGroup,
  insertGroup,
  lockGroup,
  replaceFields,
  replaceLeaders,
  saveEmailSettings,
  updateGroup,
} from './writes.ts';

type Body<Action extends 'create' | 'update' | 'setStatus'> = z.output<
  (typeof contract.groups)[Action]['body']
>;

/** One group in scope. */
export async function readGroup(scope: Scope, id: string): Promise<Group> {
  return found(await selectGroup(scope, id)) as unknown as Group;
}

/** Locks and reads a group, so that validation and write see the same version. */
async function lockedGroup(scope: Scope, id: string): Promise<Group> {
  // sent together, done one after the other
  const [, group] = await Promise.all([lockGroup(scope, id), readGroup(scope, id)]);
  return group;
}

/** Adds a group, inactive. */
export async function createGroup(scope: Scope, body: Body<'create'>): Promise<Group> {
  await requireSound(scope, { ...emptyGroup, active: false, ...body } as Whole, undefined);
  const { fields = [], leader_ids = [], email_settings = {}, ...values } = body;
  const id = await insertGroup(scope, values);
  await Promise.all([
    replaceFields(scope, id, fields),
    replaceLeaders(scope, id, leader_ids),
    saveEmailSettings(scope, id, email_settings),
  ]);
  return readGroup(scope, id);
}

/** Changes a group that is still at the version that was read, and tells people of its dates if that is wanted. */
export async function changeGroup(scope: Scope, id: string, body: Body<'update'>): Promise<Group> {
  const { notice, ...change } = body;
  return await tellingGroup(scope, id, notice ?? null, () => saveChange(scope, id, change));
}

async function saveChange(scope: Scope, id: string, body: Omit<Body<'update'>, 'notice'>): Promise<Group> {
  const { version, ...change } = body;
  const current = await lockedGroup(scope, id);
  requireVersion(current, version, contract.groups.get.reply);
  const { fields, leader_ids, email_settings, ...values } = change;
  if (fields && scope.rank < permissions['groups.manage'] && !isReordered(current.fields, fields))
    throw new AppError('field_not_allowed', { errors: [{ path: 'fields', code: 'field_not_allowed' }] });
  await requireSound(scope, { ...current, ...change } as Whole, current);
  await updateGroup(scope, id, values as Change);
  await Promise.all([
    fields && replaceFields(scope, id, fields),
    leader_ids && replaceLeaders(scope, id, leader_ids),
    email_settings && saveEmailSettings(scope, id, email_settings),
    values.schedule && followSchedule(scope, id, current.schedule, values.schedule),
  ]);
  const changed = await readGroup(scope, id);
  if (!isDeepStrictEqual(timesOf(changed), timesOf(current))) {
    // validates the written state, with its session exceptions; a refusal rolls the transaction back
    const problems = await scheduleProblems(scope, id, changed);
    if (problems.length > 0) throw invalidFields(problems);
  }
  return changed;
}

const timesOf = ({ schedule, start_date, end_date }: Group) => ({ schedule, start_date, end_date });

/** Publishes or hides a group, opens or closes its applications; what visitors will see must be complete. */
export async function setGroupStatus(scope: Scope, id: string, body: Body<'setStatus'>): Promise<Group> {
  const { version, archived, notice, ...status } = body;
  const current = await lockedGroup(scope, id);
  requireVersion(current, version, contract.groups.get.reply);
  if (status.active) await requireSound(scope, { ...current, ...status } as Whole, current);
  await updateGroup(scope, id, { ...status, ...archiving(archived, status.active) });
  if (notice && archived && current.archived_at === null) await tellOfCancelledGroup(scope, id, notice.note);
  return readGroup(scope, id);
}

/** Archiving unpublishes a group, and publishing takes it out of the archive. */
function archiving(archived: boolean | undefined, active: boolean | undefined): Change {
  if (archived) return { active: false, archived_at: sql`coalesce(${groups.archived_at}, now())` };
  return archived === false || active ? { archived_at: null } : {};
}

/** Deletes a group; in_use if it has participants. */
export async function removeGroup(scope: Scope, id: string): Promise<undefined> {
  if (!(await deleteGroup(scope, id))) throw new AppError('not_found');
}

async function requireSound(scope: Scope, group: Whole, current: Group | undefined): Promise<void> {
  const problems = [
    ...(await problemsOf(scope, group, current)),
    ...(group.active ? publicationProblems(group, current?.active ? current : undefined) : []),
  ];
  if (problems.length > 0) throw invalidFields(problems);
}
