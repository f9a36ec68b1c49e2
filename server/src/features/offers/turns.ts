import { offerDeadline } from '@vpisnik/contract/rules/offers';
import { sql } from 'drizzle-orm';
import { enqueueOfferMails } from '../offer-mails/enqueue.ts';
import { calendarOf } from './calendar.ts';
import {
  change,
  countOffers,
  lapseDue,
  type Reader,
  selectHearing,
  selectInTurn,
  selectOffering,
  selectTied,
  type Waiting,
} from './queries.ts';

/** When an offer of a group that is made now ends; null when the group is about to end, or is put away. */
export async function deadlineOf(reader: Reader, groupId: string, now: Date): Promise<Date | null> {
  const group = await selectOffering(reader, groupId);
  if (group.archived_at !== null) return null;
  return offerDeadline(now, group.offer_hours, await calendarOf(reader, group, now));
}

type InTurn = {
  count: number;
  canCallBack: boolean;
  /** Whether nobody looks on: then places are kept for people whom no mail about an offer reaches, until staff offer them. */
  byItself?: boolean;
};

/**
 * Offers places of a locked group to the first in its queue, as many as are free and at most `count`. Siblings who are tied
 * get theirs together; where there are too few for all of them they keep their turn, and the next ones are offered.
 *
 * @returns ids of those whom a place was offered
 */
export async function offerInTurn(
  reader: Reader,
  groupId: string,
  { count, canCallBack, byItself = false }: InTurn,
  now = new Date(),
): Promise<string[]> {
  const { free } = await countOffers(reader, groupId);
  const room = Math.min(count, free ?? count);
  const until = room > 0 ? await deadlineOf(reader, groupId, now) : null;
  if (until === null) return [];
  // where places are without a limit, none is kept for anybody
  const inTurn = await selectInTurn(reader, groupId, room, byItself && free === null);
  const heard = byItself ? await selectHearing(reader, inTurn) : undefined;
  const chosen = heard ? inTurn.filter((id) => heard.has(id)) : inTurn;
  await give(reader, chosen, { until, canCallBack });
  return chosen;
}

export async function tiedTo<One extends Pick<Waiting, 'id' | 'email' | 'offer_tie'>>(
  reader: Reader,
  groupId: string,
  one: One,
): Promise<readonly (One | Waiting)[]> {
  const { offer_tie, email } = one;
  if (offer_tie === null || email === null) return [one];
  return selectTied(reader, groupId, { offer_tie, email });
}

/** Offers a place to each; in a locked group that has as many. */
export async function give(
  reader: Reader,
  ids: readonly string[],
  { until, reason = '', canCallBack }: { until: Date; reason?: string; canCallBack: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await change(reader, ids, {
    offer_until: until.toISOString(),
    offered_at: sql`clock_timestamp()`,
    offer_no: sql`offer_no + 1`,
    offer_paused_at: null,
    offer_taken_back: false,
    offer_reason: reason,
  });
  await enqueueOfferMails(reader, ids, { canCallBack });
}

/**
 * Ends offers of a locked group whose time is over, and tells those people.
 *
 * @returns their ids
 */
export async function lapse(reader: Reader, groupId: string): Promise<string[]> {
  const ids = await lapseDue(reader, groupId);
  await enqueueOfferMails(reader, ids, { variant: 'passed' });
  return ids;
}
