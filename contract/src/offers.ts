/** Places offered to people in the queue of a group: each for a time, in which it is theirs to take. */
import { z } from 'zod';
import { instant, multiline, params, uuid, version } from './common.ts';
import { endpoint } from './kit.ts';
import { participantReply } from './participants.ts';
import { limits } from './rules/limits.ts';
import { offerModes } from './rules/offers.ts';
import { permissions } from './rules/permissions.ts';

/** Offers made by one call at most. */
export const MOST_OFFERS = 50;

/** A person in the queue. */
const queued = z.object({
  id: z.string(),
  name: z.string(),
  application_date: z.string(),
  /** What siblings have in common who want a place together or none. */
  offer_tie: z.string().nullable(),
});

/** How a group's offers stand. */
const standing = z.object({
  offer_mode: z.enum(offerModes),
  offer_hours: z.number(),
  /** Places that nobody has nor is offered; null without a limit. */
  free: z.number().nullable(),
  /** In the queue without an offer. */
  waiting: z.number(),
  /** Of these, people to whom nothing is offered by itself. */
  paused: z.number(),
  /** Whose turn it is where places are offered by themselves, but whom no mail would reach: staff are to tell them. */
  unheard: z.number(),
  offered: z.number(),
  /** Until when an offer that is made now stands; null when the group is about to end. */
  until: z.string().nullable(),
  /** The first in the queue to whom a place is offered without a reason, also where none is free; null when there is nobody. */
  first_id: z.string().nullable(),
  /** Those to whom offers would go now, in this order; fewer than asked for when places or people run out. */
  in_turn: z.array(queued),
  /** Those who are passed over because there are too few places for all who are tied to them; at most `MOST_OFFERS` of them. */
  passed_over: z.array(queued),
  /** The same as `in_turn`: pages of release 0.2.0 that are still open read it. */
  next: z.array(queued).optional(),
});
export type OfferStanding = z.output<typeof standing>;

const offerCount = z.int().min(1).max(MOST_OFFERS);

const decide = { scope: 'organization', rank: permissions['participants.decide'] } as const;

export const offers = {
  ofGroup: endpoint({
    scope: 'organization',
    rank: permissions['participants.read'],
    method: 'GET',
    path: '/groups/{id}/offers',
    summary: "How a group's offers stand, and to whom so many would go",
    params,
    /** Without a count, as many offers as can be made at once. */
    query: z.strictObject({ count: z.coerce.number().pipe(offerCount).optional() }),
    reply: standing,
  }),
  offerFirst: endpoint({
    ...decide,
    method: 'POST',
    path: '/groups/{id}/offers',
    summary: 'Offer free places of a group to the first in its queue',
    params,
    body: z.strictObject({
      count: offerCount,
      /** Whom the page has shown: nothing is offered where it is others' turn by now, for instance as this was sent before. */
      ids: z.array(uuid).min(1).max(MOST_OFFERS).optional(),
    }),
    reply: standing.extend({
      /** Ids of those whom a place was offered: fewer than asked for when places or people run out. */
      offered_ids: z.array(z.string()),
    }),
  }),
  offer: endpoint({
    ...decide,
    method: 'POST',
    path: '/participants/{id}/offer',
    summary: 'Offer a place to someone in the queue; out of turn with a reason',
    fieldRanks: { allow_overbooking: 3 },
    params,
    body: z
      .strictObject({
        /** Why it is not the turn of the first in the queue; kept in the history. */
        reason: multiline(limits.shortText),
        allow_overbooking: z.boolean(),
        version,
      })
      .partial(),
    reply: participantReply,
  }),
  lengthen: endpoint({
    ...decide,
    method: 'PATCH',
    path: '/participants/{id}/offer',
    summary: 'Give someone longer to answer an offer',
    params,
    body: z.strictObject({ until: instant, version: version.optional() }),
    reply: participantReply,
  }),
  withdraw: endpoint({
    ...decide,
    method: 'POST',
    path: '/participants/{id}/offer/withdraw',
    summary: 'Take an offer back',
    params,
    body: z.strictObject({ version }).partial(),
    reply: participantReply,
  }),
  resume: endpoint({
    ...decide,
    method: 'POST',
    path: '/participants/{id}/offer/resume',
    summary: 'Note that someone who let an offer pass still wants a place',
    params,
    body: z.strictObject({ version }).partial(),
    reply: participantReply,
  }),
  tie: endpoint({
    ...decide,
    method: 'POST',
    path: '/participants/{id}/offer/tie',
    summary: 'Offer places to all in the queue with this address together, or none; or no longer so',
    params,
    body: z.strictObject({ tied: z.boolean() }),
    reply: participantReply,
  }),
};
