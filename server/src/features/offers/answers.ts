import { sql } from 'drizzle-orm';
import { AppError } from '../../errors.ts';
import { enqueueOwnActMails } from '../application-mails/enqueue.ts';
import { enrolByDecision } from '../fee-plans/decisions.ts';
import { enqueueOfferMails } from '../offer-mails/enqueue.ts';
import { lockParticipant } from '../participants/places.ts';
import { change, type Reader, selectOffered, stands } from './queries.ts';
import { lapse } from './turns.ts';

type Row = Awaited<ReturnType<typeof lockParticipant>>;

/** Refuses an answer where no offer stands any more. */
export async function requireOffer(reader: Reader, { status, offer_until }: Row): Promise<string> {
  if (status !== 'waitlisted' || offer_until === null || !(await stands(reader, offer_until)))
    throw new AppError('offer_gone');
  return offer_until;
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
  await enqueueOwnActMails(reader.tx, ids, 'accepted');
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
    // no decision of staff, nor the undoing of their last one
    ...{ previous_status: null, decided_at: sql`now()` },
    ...{ withdrawn_at: sql`clock_timestamp()`, withdrawal_reason: 'declined_offer' },
  });
  await enqueueOwnActMails(reader.tx, ids, 'declined');
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
  if (row.offer_until !== null) await lapse(reader, row.group_id);
  const isPassed = row.offer_until !== null && !(await stands(reader, row.offer_until));
  if (row.offer_paused_at === null && !isPassed) return;
  await change(reader, [id], { offer_paused_at: null });
  await enqueueOfferMails(reader, [id], { variant: 'still_wanted' });
}
