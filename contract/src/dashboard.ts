import { z } from 'zod';
import { textsReply } from './common.ts';
import { endpoint } from './kit.ts';
import { offerModes } from './rules/offers.ts';
import { permissions } from './rules/permissions.ts';

const reply = z.object({
  /** Applications in scope that wait for a decision, and when the longest waiting one arrived. */
  pending: z.number(),
  oldest_pending: z.string().nullable(),
  /** Published groups that have not ended, with free places for which people wait, those with most first; at most 100. */
  offering: z.array(
    z.object({
      id: z.string(),
      name: textsReply,
      /** Free places that could go to waitlisted participants. */
      free: z.number(),
      waiting: z.number(),
      /** Those of them to whom places would be offered at one press: without siblings for all of whom too few are left. */
      in_turn: z.number(),
      /** Their ids, in their order. */
      in_turn_ids: z.array(z.string()),
      /** Whose turn it is where places are offered by themselves, but whom no mail would reach: staff are to tell them. */
      unheard: z.number(),
      offer_mode: z.enum(offerModes),
    }),
  ),
  /** Participants in scope whom a mail has not reached, and no later one either. */
  undelivered: z.number(),
  /** Payments past their day; null for those who don't see payments. */
  overdue: z
    .object({
      count: z.number(),
      amount: z.string(),
      currency: z.string(),
      /** The group of all of them; null where they are of several. */
      group_id: z.string().nullable(),
      /** The last day that bank statements tell of; null without any, and below rank 4. */
      statement_day: z.string().nullable(),
    })
    .nullable(),
});
export type DashboardFacts = z.output<typeof reply>;

export const dashboard = {
  facts: endpoint({
    withSession: true,
    scope: 'organization',
    rank: permissions['dashboard.view'],
    method: 'GET',
    path: '/dashboard',
    summary: 'What waits to be done in the groups in scope',
    reply,
  }),
};
