import type { contract } from '@vpisnik/contract/contract';
import { MOST_OFFERS, type OfferStanding } from '@vpisnik/contract/offers';
import type { Participant } from '@vpisnik/contract/participants';
import { mayEnd } from '@vpisnik/contract/rules/offers';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { enqueueOfferMails } from '../offer-mails/enqueue.ts';
import { lockGroups, lockParticipant, requirePlace } from '../participants/places.ts';
import { conflictOf, get } from '../participants/service.ts';
import { requireOffer, wantStill } from './answers.ts';
import { calendarOf } from './calendar.ts';
import {
  change,
  countOffers,
  type Reader,
  selectFirst,
  selectOffered,
  selectOffering,
  stands,
  tieAddress,
  walkQueue,
} from './queries.ts';
import { deadlineOf, give, lapse, offerInTurn, tiedTo } from './turns.ts';

type Calls = typeof contract.offers;
type Body<Call extends keyof Calls> = Calls[Call] extends { body: z.ZodType }
  ? z.output<Calls[Call]['body']>
  : never;

/** How a group's offers stand now, and to whom `count` offers would go; where fewer places are free, as many. */
export async function standing(reader: Reader, groupId: string, count = MOST_OFFERS): Promise<OfferStanding> {
  const group = await selectOffering(reader, groupId);
  const counts = await countOffers(reader, groupId);
  const until = await deadlineOf(reader, groupId, new Date());
  const { in_turn, passed_over } = await walkQueue(reader, groupId, Math.min(count, counts.free ?? count));
  const { offer_mode, offer_hours } = group;
  return {
    ...{ offer_mode, offer_hours, ...counts, until: until?.toISOString() ?? null },
    first_id: await selectFirst(reader, groupId),
    in_turn,
    next: in_turn,
    passed_over: passed_over.slice(0, MOST_OFFERS),
  };
}

async function requireGroup(scope: Scope, id: string): Promise<void> {
  const [locked] = await lockGroups(scope, [id]);
  if (!locked) throw new AppError('not_found');
}

/**
 * Offers free places of a group to the first in its queue.
 *
 * @throws {AppError} not_found, group_full, offer_too_late, queue_changed
 */
export async function offerFirst(scope: Scope, groupId: string, { count, ids }: Body<'offerFirst'>) {
  await requireGroup(scope, groupId);
  await lapse(scope, groupId);
  await requirePlace(scope, groupId, false);
  if ((await deadlineOf(scope, groupId, new Date())) === null) throw new AppError('offer_too_late');
  const offered_ids = await offerInTurn(scope, groupId, { count, canCallBack: true });
  // all that was done is taken back
  if (ids && ids.join() !== offered_ids.join()) throw new AppError('queue_changed');
  return { ...(await standing(scope, groupId)), offered_ids };
}

/**
 * Offers a place to one person in the queue, and to those tied to them; out of turn with a reason alone. Who let an offer
 * pass is never in turn.
 *
 * @throws {AppError} not_found, edit_conflict, move_not_allowed, offer_open, out_of_turn, group_full, offer_too_late
 */
export async function offer(
  scope: Scope,
  id: string,
  { reason = '', allow_overbooking = false, version }: Body<'offer'>,
): Promise<Participant> {
  const row = await lockedRow(scope, id, version);
  if (row.status !== 'waitlisted') throw new AppError('move_not_allowed');
  await lapse(scope, row.group_id);
  if (row.offer_until !== null && (await stands(scope, row.offer_until))) throw new AppError('offer_open');
  const together = await tiedTo(scope, row.group_id, row);
  if (reason === '' && !(await isInTurn(scope, row.group_id, together))) throw new AppError('out_of_turn');
  await requirePlace(scope, row.group_id, allow_overbooking, together.length);
  const until = await deadlineOf(scope, row.group_id, new Date());
  if (until === null) throw new AppError('offer_too_late');
  await give(
    scope,
    together.map((one) => one.id),
    { until, reason, canCallBack: true },
  );
  return get(scope, id);
}

async function isInTurn(reader: Reader, groupId: string, together: readonly { id: string }[]) {
  const first = await selectFirst(reader, groupId);
  return together.some(({ id }) => id === first);
}

/** Locks a participant after their group; a version that staff have not seen is refused. */
async function lockedRow(scope: Scope, id: string, version: number | undefined) {
  const row = await lockParticipant(scope, id);
  if (version !== undefined && version !== row.version) throw await conflictOf(scope, id);
  return row;
}

/**
 * Gives longer to answer an offer; those who are tied get as long.
 *
 * @throws {AppError} not_found, edit_conflict, offer_gone, invalid_fields (earlier than before, or when no offer may end)
 */
export async function lengthen(
  scope: Scope,
  id: string,
  { until, version }: Body<'lengthen'>,
): Promise<Participant> {
  const row = await lockedRow(scope, id, version);
  const before = await requireOffer(scope, row);
  const calendar = await calendarOf(scope, await selectOffering(scope, row.group_id), new Date());
  if (Temporal.Instant.compare(until, before) <= 0 || !mayEnd(new Date(until), calendar))
    throw invalidFields([{ path: 'until', code: 'invalid_value' }]);
  const ids = await selectOffered(scope, row);
  await change(scope, ids, { offer_until: until });
  await enqueueOfferMails(scope, ids, { variant: 'lengthened', canCallBack: true });
  return get(scope, id);
}

/**
 * Takes an offer back, and those tied to it. Where places are offered by themselves, those people wait until someone offers
 * them one: the next round would offer the same again.
 *
 * @throws {AppError} not_found, edit_conflict, offer_gone
 */
export async function withdrawOffer(
  scope: Scope,
  id: string,
  { version }: Body<'withdraw'>,
): Promise<Participant> {
  const row = await lockedRow(scope, id, version);
  await requireOffer(scope, row);
  const { offer_mode } = await selectOffering(scope, row.group_id);
  const ids = await selectOffered(scope, row);
  await change(scope, ids, {
    offer_until: null,
    offer_reason: '',
    offer_paused_at: offer_mode === 'automatic' ? sql`clock_timestamp()` : null,
    offer_taken_back: true,
  });
  await enqueueOfferMails(scope, ids, { variant: 'taken_back', canCallBack: true });
  return get(scope, id);
}

/** Notes that someone still wants a place, as they themselves could. */
export async function resume(scope: Scope, id: string, { version }: Body<'resume'>): Promise<Participant> {
  await lockedRow(scope, id, version);
  await wantStill(scope, id);
  return get(scope, id);
}

/**
 * Ties all in the queue of the group who have this person's address, or unties them.
 *
 * @throws {AppError} not_found, move_not_allowed (not in the queue, or a place is offered)
 */
export async function tie(scope: Scope, id: string, { tied }: Body<'tie'>): Promise<Participant> {
  const row = await lockParticipant(scope, id);
  if (row.status !== 'waitlisted' || row.offer_until !== null || row.email === null)
    throw new AppError('move_not_allowed');
  await tieAddress(scope, row, tied);
  return get(scope, id);
}
