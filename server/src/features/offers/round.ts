import { MOST_OFFERS } from '@vpisnik/contract/offers';
import { offerReminder } from '@vpisnik/contract/rules/offers';
import type { Pools } from '../../db/connection/pools.ts';
import { asOrganization, asWorker } from '../../db/scope.ts';
import type { Log } from '../../mail/transport.ts';
import { enqueueOfferMails } from '../offer-mails/enqueue.ts';
import { lockGroups } from '../participants/places.ts';
import { calendarOf } from './calendar.ts';
import {
  isSettled,
  type OfferingGroup,
  type Reader,
  selectGroupsToOffer,
  selectOffering,
  selectPastHalf,
} from './queries.ts';
import { lapse, offerInTurn } from './turns.ts';

type Working = { pools: Pick<Pools, 'system' | 'api'>; log: Log; stopping?: AbortSignal };

/**
 * Ends offers whose time is over, reminds of others, and offers free places in all groups that do so by themselves. It goes by what the rows say
 * now, so a restart, a missed minute or a clock that jumps loses nothing, and several processes do nothing twice.
 *
 * @returns number of offers that passed, that people were reminded of, and that were made
 */
export async function workOffers({
  pools,
  log,
  stopping,
}: Working): Promise<{ lapsed: number; reminded: number; offered: number }> {
  const sum = { lapsed: 0, reminded: 0, offered: 0 };
  for (const { organization_id, group_id } of await asWorker(pools.system, selectGroupsToOffer)) {
    if (stopping?.aborted) break;
    try {
      const its = await asOrganization(pools.api, organization_id, (reader) => goRound(reader, group_id));
      sum.lapsed += its.lapsed.length;
      sum.reminded += its.reminded.length;
      sum.offered += its.offered.length;
    } catch (error) {
      // the other groups don't wait for it
      log.error({ group: group_id, err: error }, 'places could not be offered');
    }
  }
  return sum;
}

/**
 * Ends a group's offers whose time is over, reminds of those whose half is, and offers what is free where the group does that by itself. Any number of
 * processes may do it at once: the group's lock lets one after the other, and the next finds nothing left.
 *
 * @returns ids of those whose offers passed, who were reminded, and whom a place was offered
 */
export async function goRound(reader: Reader, groupId: string, now = new Date()) {
  const [locked] = await lockGroups(reader, [groupId]);
  if (!locked) return { lapsed: [], reminded: [], offered: [] };
  // before offers end here: nobody can take that back
  const settled = await isSettled(reader, groupId);
  const lapsed = await lapse(reader, groupId);
  const group = await selectOffering(reader, groupId);
  const reminded = await remind(reader, group, now);
  const offers = group.offer_mode === 'automatic' && settled;
  const inTurn = { count: MOST_OFFERS, canCallBack: false, byItself: true };
  return { lapsed, reminded, offered: offers ? await offerInTurn(reader, groupId, inTurn) : [] };
}

/** Reminds once of each offer of a locked group whose half is over, by day. */
async function remind(reader: Reader, group: OfferingGroup, now: Date): Promise<string[]> {
  const half = await selectPastHalf(reader, group.id, now);
  if (half.length === 0) return [];
  const calendar = await calendarOf(reader, group, now);
  const due = half.filter(({ offered_at, offer_until }) => {
    const at = offerReminder(new Date(offered_at), new Date(offer_until), calendar);
    return at !== null && at <= now;
  });
  const ids = due.map(({ id }) => id);
  await enqueueOfferMails(reader, ids, { type: 'offer_reminder' });
  return ids;
}
