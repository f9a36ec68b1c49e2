/** What fee plans would make of those who are added or moved: done and taken back, so that it is what happens. */
import { z } from 'zod';
import { params, uuid } from './common.ts';
import { feeMove } from './fee-moves.ts';
import { feeOffer } from './fee-plans.ts';
import { endpoint } from './kit.ts';
import { createBody } from './participants.ts';
import { permissions } from './rules/permissions.ts';

const manage = { scope: 'organization', rank: permissions['payments.manage'] } as const;

export const fee_proposals = {
  move: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/participants/{id}/fee-move',
    summary:
      "What taking another group's price would make and cancel if the participant moved there; null where no plan is concerned",
    params,
    body: z.strictObject({ group_id: uuid }),
    reply: z.object({ fees: feeMove.nullable() }),
  }),
  adding: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/participants/fee-proposal',
    summary: "What the group's plan makes when this participant is added as approved; nothing is added",
    body: z.strictObject({ ...createBody.omit({ id: true }).shape, at_once: z.boolean().default(false) }),
    reply: feeOffer,
  }),
};
