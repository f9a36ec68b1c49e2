import {
  holdsPlace,
  type Participant,
  type ParticipantStatus,
  participantMoves,
  takesPlace,
} from '@vpisnik/contract/participants';
import type { FeePayments } from '@vpisnik/contract/rules/fee-plan';
import { and, eq, sql } from 'drizzle-orm';
import { participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { cancelStatusMails, enqueueStatusMails } from '../application-mails/enqueue.ts';
import { resumeEarlierMails, stopStatusMails } from '../application-mails/undo.ts';
import { enrolByDecision } from '../fee-plans/decisions.ts';
import { quietly } from '../payment-mails/telling.ts';
import { lockParticipant, requirePlace, requirePlaceAgain } from './places.ts';
import { conflictOf, get } from './service.ts';

type Decision = {
  status: ParticipantStatus;
  notify: boolean;
  allow_overbooking: boolean;
  /** Of a rejection, for its mail; empty without one. */
  reason: string;
  /** Which payments an approval makes by the group's plan. */
  payments: FeePayments;
  version?: number | undefined;
};

/**
 * Sets a participant's status. The present status again changes nothing and sends no mail. The mail leaves after
 * `delaySeconds`, until when the decision can be undone; an unsent mail about an earlier decision is cancelled.
 *
 * @throws {AppError} move_not_allowed, group_full, edit_conflict, already_applied
 */
export async function setStatus(
  scope: Scope,
  id: string,
  { status, notify, allow_overbooking, reason, payments, version }: Decision,
  delaySeconds: number,
): Promise<Participant> {
  const row = await lockParticipant(scope, id);
  const before = row.status as ParticipantStatus;
  if (before === status) return get(scope, id);
  if (version !== undefined && version !== row.version) throw await conflictOf(scope, id);
  if (!participantMoves[before].includes(status)) throw new AppError('move_not_allowed');
  if (holdsPlace(status) && !takesPlace({ ...row, status: before }))
    await requirePlace(scope, row.group_id, allow_overbooking);
  await save(scope, id, { status, previous_status: before, decided_at: sql`now()` });
  if (status === 'approved')
    await quietly(scope, !notify, () => enrolByDecision(scope, [{ id, group_id: row.group_id }], payments));
  if (notify) await enqueueStatusMails(scope.tx, [id], delaySeconds, { reason });
  else await cancelStatusMails(scope.tx, [id], 'superseded');
  return get(scope, id);
}

/**
 * Undoes the last decision and cancels its mail; what it ended beside, but for an open offer, is there again. Throws `group_full` if the place it freed in a full group has been taken.
 *
 * @throws {AppError} undo_too_late, group_full, edit_conflict, already_applied
 */
export async function undoStatus(
  scope: Scope,
  id: string,
  version: number,
  delaySeconds: number,
): Promise<Participant> {
  const row = await lockParticipant(scope, id);
  if (row.version !== version) throw await conflictOf(scope, id);
  const { decided_at, previous_status } = row;
  if (decided_at === null || previous_status === null) throw new AppError('undo_too_late');
  if (!(await isWithin(scope, decided_at, delaySeconds))) throw new AppError('undo_too_late');
  const undone = { participantId: id, decidedAt: decided_at, status: previous_status };
  const sent = await stopStatusMails(scope.tx, [undone]);
  if (sent.length > 0) throw new AppError('undo_too_late');
  await resumeEarlierMails(scope.tx, [undone], delaySeconds);
  const [now, before] = [row.status, previous_status] as [ParticipantStatus, ParticipantStatus];
  if (holdsPlace(before) && !takesPlace({ ...row, status: now }))
    await requirePlaceAgain(scope, { ...row, decided_at });
  await save(scope, id, { status: before, previous_status: null, decided_at: null, cleared: null });
  return get(scope, id);
}

type Change = {
  status: string;
  previous_status: string | null;
  decided_at: ReturnType<typeof sql> | null;
  /** Null takes the decision back, with all that it cleared. */
  cleared?: null;
};

async function save(scope: Scope, id: string, change: Change): Promise<void> {
  await scope.tx
    .update(participants)
    .set(change)
    .where(and(eq(participants.organization_id, scope.organizationId), eq(participants.id, id)));
}

/** By the database's clock, which also wrote the instant. */
async function isWithin(scope: Scope, instant: string, seconds: number): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ within: boolean }>(
    sql`select clock_timestamp() < ${instant}::timestamptz + make_interval(secs => ${seconds}) as within`,
  );
  return rows[0]?.within ?? false;
}
