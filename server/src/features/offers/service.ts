import type { contract } from '@vpisnik/contract/contract';
import { MOST_OFFERS, type OfferStanding } from '@vpisnik/contract/offers';
import type { Participant } from '@vpisnik/contract/participants';
import { mayEnd, offerDeadline } from '@vpisnik/contract/rules/offers';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Scope } from '../../db/scope.ts';
import { AppError, invalidFields } from '../../errors.ts';
import { enqueueStatusMails } from '../application-mails/enqueue.ts';
import { enrolByDecision } from '../fee-plans/making.ts';
import { lockGroups, lockParticipant, requirePlace } from '../participants/places.ts';
import { conflictOf, get } from '../participants/service.ts';
import { calendarOf } from './calendar.ts';
import {
  change,
  countOffers,
  isSettled,
  lapseDue,
  type Reader,
  selectNext,
  selectOffered,
  selectOffering,
  selectTied,
  stands,
  tieAddress,
  updateOffering,
  type Waiting,
} from './queries.ts';

type Calls = typeof contract.offers;
type Body<Call extends keyof Calls> = Calls[Call] extends { body: z.ZodType }
  ? z.output<Calls[Call]['body']>
  : never;

/** How a group's offers stand now. */
export async function standing(reader: Reader, groupId: string, now = new Date()): Promise<OfferStanding> {
  const group = await selectOffering(reader, groupId);
  const counts = await countOffers(reader, groupId);
  const until = await deadlineOf(reader, groupId, now);
  const { offer_mode, offer_hours } = group;
  return {
    ...{ offer_mode, offer_hours, ...counts, until: until?.toISOString() ?? null },
    next: await selectNext(reader, groupId, MOST_OFFERS),
  };
}

/** When an offer of a group that is made now ends; null when the group is about to end, or is put away. */
async function deadlineOf(reader: Reader, groupId: string, now: Date): Promise<Date | null> {
  const group = await selectOffering(reader, groupId);
  if (group.archived_at !== null) return null;
  return offerDeadline(now, group.offer_hours, await calendarOf(reader, group, now));
}

/** Decides how a group offers places; what is offered stays as it is. */
export async function settle(scope: Scope, groupId: string, body: Body<'settle'>): Promise<OfferStanding> {
  await requireGroup(scope, groupId);
  await updateOffering(scope, groupId, body);
  return standing(scope, groupId);
}

async function requireGroup(scope: Scope, id: string): Promise<void> {
  const [locked] = await lockGroups(scope, [id]);
  if (!locked) throw new AppError('not_found');
}

/**
 * Offers places of a locked group to the first in its queue, as many as are free and at most `count`. Siblings who are tied
 * get theirs together; where there are too few for all of them they keep their turn, and the next ones are offered.
 *
 * @returns ids of those whom a place was offered
 */
async function offerInTurn(
  reader: Reader,
  groupId: string,
  count: number,
  now = new Date(),
): Promise<string[]> {
  const { free } = await countOffers(reader, groupId);
  const until = await deadlineOf(reader, groupId, now);
  if (until === null) return [];
  const chosen: string[] = [];
  let left = Math.min(count, free ?? count);
  const seen = new Set<string>();
  for (const one of await selectNext(reader, groupId, MOST_OFFERS)) {
    if (left === 0) break;
    if (seen.has(one.id)) continue;
    const together = await tiedTo(reader, groupId, one);
    for (const { id } of together) seen.add(id);
    if (together.length > left) continue;
    chosen.push(...together.map(({ id }) => id));
    left -= together.length;
  }
  await give(reader, chosen, until, '');
  return chosen;
}

async function tiedTo(reader: Reader, groupId: string, one: Pick<Waiting, 'id' | 'email' | 'offer_tie'>) {
  const { offer_tie, email } = one;
  if (offer_tie === null || email === null) return [one];
  return selectTied(reader, groupId, { offer_tie, email });
}

/** Offers a place to each; in a locked group that has as many. */
async function give(reader: Reader, ids: readonly string[], until: Date, reason: string): Promise<void> {
  if (ids.length === 0) return;
  await change(reader, ids, {
    offer_until: until.toISOString(),
    offered_at: sql`clock_timestamp()`,
    offer_no: sql`offer_no + 1`,
    offer_paused_at: null,
    offer_reason: reason,
  });
}

/**
 * Offers free places of a group to the first in its queue.
 *
 * @throws {AppError} not_found, group_full, offer_too_late
 */
export async function offerFirst(scope: Scope, groupId: string, { count }: Body<'offerFirst'>) {
  await requireGroup(scope, groupId);
  await lapseDue(scope, groupId);
  await requirePlace(scope, groupId, false);
  if ((await deadlineOf(scope, groupId, new Date())) === null) throw new AppError('offer_too_late');
  const offered_ids = await offerInTurn(scope, groupId, count);
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
  await lapseDue(scope, row.group_id);
  if (row.offer_until !== null && (await stands(scope, row.offer_until))) throw new AppError('offer_open');
  const together = await tiedTo(scope, row.group_id, row);
  if (reason === '' && !(await isInTurn(scope, row.group_id, together))) throw new AppError('out_of_turn');
  await requirePlace(scope, row.group_id, allow_overbooking, together.length);
  const until = await deadlineOf(scope, row.group_id, new Date());
  if (until === null) throw new AppError('offer_too_late');
  await give(
    scope,
    together.map((one) => one.id),
    until,
    reason,
  );
  return get(scope, id);
}

async function isInTurn(reader: Reader, groupId: string, together: readonly { id: string }[]) {
  const [first] = await selectNext(reader, groupId, 1);
  return first !== undefined && together.some(({ id }) => id === first.id);
}

/** Locks a participant after their group; a version that staff have not seen is refused. */
async function lockedRow(scope: Scope, id: string, version: number | undefined) {
  const row = await lockParticipant(scope, id);
  if (version !== undefined && version !== row.version) throw await conflictOf(scope, id);
  return row;
}

type Row = Awaited<ReturnType<typeof lockParticipant>>;

/** Refuses what is about an offer where none stands any more. */
async function requireOffer(reader: Reader, { status, offer_until }: Row): Promise<string> {
  if (status !== 'waitlisted' || offer_until === null || !(await stands(reader, offer_until)))
    throw new AppError('offer_gone');
  return offer_until;
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
  await change(scope, await selectOffered(scope, row), { offer_until: until });
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
  await change(scope, await selectOffered(scope, row), {
    offer_until: null,
    offer_reason: '',
    offer_paused_at: offer_mode === 'automatic' ? sql`clock_timestamp()` : null,
  });
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

/**
 * Accepts an offer for the applicant: they, and those tied to them, are approved and keep the place. Under the group's lock
 * and by the database's clock, so that it and the end of the offer have one winner.
 *
 * @throws {AppError} not_found, offer_gone
 */
export async function acceptOffer(reader: Reader, id: string): Promise<void> {
  const row = await lockParticipant(reader, id);
  await requireOffer(reader, row);
  const ids = await selectOffered(reader, row);
  // no decision of staff, whose Undo would take the place away from them
  await change(reader, ids, { status: 'approved', previous_status: null, decided_at: sql`now()` });
  const people = ids.map((one) => ({ id: one, group_id: row.group_id }));
  await enrolByDecision(reader, people, 'plan');
  await enqueueStatusMails(reader.tx, ids, 0);
}

/**
 * Declines an offer for the applicant: they, and those tied to them, leave the queue.
 *
 * @throws {AppError} not_found, offer_gone
 */
export async function declineOffer(reader: Reader, id: string): Promise<void> {
  const row = await lockParticipant(reader, id);
  await requireOffer(reader, row);
  const ids = await selectOffered(reader, row);
  await change(reader, ids, {
    status: 'inactive',
    ...{ previous_status: null, decided_at: null },
    ...{ withdrawn_at: sql`clock_timestamp()`, withdrawal_reason: 'declined_offer' },
  });
  await enqueueStatusMails(reader.tx, ids, 0);
}

/**
 * Lets someone who let an offer pass have their turn again, in the order of their application. Again, or without a passed
 * offer, it changes nothing.
 *
 * @throws {AppError} not_found, move_not_allowed (no longer in the queue)
 */
export async function wantStill(reader: Reader, id: string): Promise<void> {
  const row = await lockParticipant(reader, id);
  if (row.status !== 'waitlisted') throw new AppError('move_not_allowed');
  if (row.offer_until !== null) await lapseDue(reader, row.group_id);
  const isPassed = row.offer_until !== null && !(await stands(reader, row.offer_until));
  if (row.offer_paused_at !== null || isPassed) await change(reader, [id], { offer_paused_at: null });
}

/**
 * Ends a group's offers whose time is over, and offers what is free where the group does that by itself. Any number of
 * processes may do it at once: the group's lock lets one after the other, and the next finds nothing left.
 *
 * @returns ids of those whose offers passed, and of those whom a place was offered
 */
export async function goRound(reader: Reader, groupId: string) {
  const [locked] = await lockGroups(reader, [groupId]);
  if (!locked) return { lapsed: [], offered: [] };
  // before offers end here: nobody can take that back
  const settled = await isSettled(reader, groupId);
  const lapsed = await lapseDue(reader, groupId);
  const { offer_mode } = await selectOffering(reader, groupId);
  const offers = offer_mode === 'automatic' && settled;
  return { lapsed, offered: offers ? await offerInTurn(reader, groupId, MOST_OFFERS) : [] };
}
