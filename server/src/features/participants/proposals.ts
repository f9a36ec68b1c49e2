import type { contract } from '@vpisnik/contract/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { takenBack } from '../../db/taken-back.ts';
import { found, invalidFields } from '../../errors.ts';
import { selectSettled, settlePrice } from '../fee-plans/moving.ts';
import { proposeFor } from '../fee-plans/service.ts';
import { lockGroups, lockParticipant } from './places.ts';
import { selectParticipant } from './queries.ts';
import { create } from './service.ts';

type AddingBody = z.output<typeof contract.fee_proposals.adding.body>;

/**
 * What the group's plan makes when a participant is added as approved: they are added and taken back.
 *
 * @throws {AppError} invalid_fields, already_applied
 */
export function proposeAdding(scope: Scope, { at_once, ...person }: AddingBody) {
  return takenBack(scope, async () => {
    // the place is asked for when they are really added
    const given = { ...person, status: 'pending', notify: false, allow_overbooking: true } as const;
    const { id } = await create(scope, given);
    return proposeFor(scope, id, at_once, false);
  });
}

/**
 * What taking another group's price would mean for a participant: they are moved and taken back.
 *
 * @throws {AppError} not_found, invalid_fields, already_applied
 */
export async function proposeMove(scope: Scope, id: string, groupId: string) {
  const { group_id: from } = found(await selectParticipant(scope, id));
  const there = await lockGroups(scope, [from, groupId]);
  if (!there.includes(groupId)) throw invalidFields([{ path: 'group_id', code: 'unknown_id' }]);
  const { group_id } = await lockParticipant(scope, id);
  if (group_id === groupId) return { fees: null };
  return { fees: await shownMove(scope, [id], groupId) };
}

/** The fees after a move to a group, which is taken back; the participants are locked. */
export function shownMove(scope: Scope, ids: readonly string[], groupId: string) {
  return takenBack(scope, async () => {
    await scope.tx.execute(sql`
      update participants set group_id = ${groupId}
      where organization_id = ${scope.organizationId} and id = any (${sql.param(ids)}::uuid[])
    `);
    const before = await settlePrice(scope, ids, groupId, 'take');
    return selectSettled(scope, ids, groupId, before);
  });
}
