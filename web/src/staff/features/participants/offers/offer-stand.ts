import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { formatInstant, formatShortDay, formatTime, inZone } from '@vpisnik/contract/rules/format';
import type { OfferStand } from '@vpisnik/contract/rules/participant-filter';
import type { Locale } from '../../../../lib/text/locale.ts';

type Row = Pick<ParticipantSummary, 'status' | 'offer_until' | 'offer_paused_at'>;

/** How someone stands with an offer of a place; null where none is open and none has passed. */
export function offerStandOf(
  { status, offer_until, offer_paused_at }: Row,
  now = new Date(),
): OfferStand | null {
  if (status !== 'waitlisted') return null;
  if (offer_until !== null) return new Date(offer_until) >= now ? 'open' : 'passed';
  return offer_paused_at === null ? null : 'passed';
}

/** Which words tell it: an offer that is over passed in silence, or staff took it back. */
export const standWords = (
  stand: OfferStand,
  { offer_taken_back }: Pick<ParticipantSummary, 'offer_taken_back'>,
) => (stand === 'passed' && offer_taken_back ? 'taken_back' : stand);

/** What staff can do about an offer to one person in the queue. */
export type OfferAct = 'offer' | 'lengthen' | 'withdraw' | 'resume';

/** What can be done for someone who waits, the usual first. */
export function actsFor(row: Row): OfferAct[] {
  const stand = offerStandOf(row);
  if (stand === 'open') return ['lengthen', 'withdraw'];
  return stand === 'passed' ? ['resume', 'offer'] : ['offer'];
}

type InZone = { locale: Locale; timeZone: string; now?: Date };

/** An instant to come where there is little room: `danes, 17:00`, `26. 11., 17:00`. */
export function formatUntil(until: string, { locale, timeZone, now = new Date() }: InZone): string {
  const { day, time } = inZone(until, timeZone);
  if (day === inZone(now, timeZone).day) return formatInstant(until, { locale, timeZone, now });
  // in one piece, where its words take two lines
  return `${formatShortDay(day, locale)}, ${formatTime(time, locale)}`.replaceAll(' ', '\u00a0');
}
