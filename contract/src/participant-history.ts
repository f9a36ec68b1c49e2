/** What happened to a participant: changes with their authors, and the mails between. */
import { z } from 'zod';
import { listQuery, pageOf, params, textsReply } from './common.ts';
import { endpoint } from './kit.ts';
import { mailReply } from './participants.ts';
import { historyActors, historyKinds } from './rules/history.ts';
import { paymentKinds } from './rules/payments.ts';
import { permissions } from './rules/permissions.ts';

const value = z.union([z.string(), textsReply]).nullable();

const change = z.object({
  /** A column, `group`, `answer`, or `payment`: the one whose columns follow. */
  field: z.string(),
  /** Of an answer: the question as it was asked, and its type. */
  label: z.string().nullish(),
  type: z.string().nullish(),
  /** What a sensitive answer said is not kept: `from` and `to` are absent. */
  sensitive: z.boolean().nullish(),
  /** Null where nothing was said; names of groups in their languages, null of those that the caller may not see. */
  from: value.optional(),
  to: value.optional(),
  /** As it was before, or as it was added. */
  payment: z
    .object({
      id: z.string(),
      amount: z.string(),
      currency: z.string(),
      kind: z.enum(paymentKinds),
      purpose: z.string(),
      expiration_date: z.string().nullable(),
      /** Whether it is the rest of one that was paid in part. */
      rest: z.boolean(),
    })
    .nullish(),
});
export type HistoryChange = z.output<typeof change>;

const entry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(historyKinds),
  by: z.enum(historyActors),
  /** Name of the staff's member, which stays when the account is gone; empty where nobody knows it. */
  actor: z.string(),
  /** Whether bulk work did it. */
  bulk: z.boolean(),
  changes: z.array(change),
  mail: mailReply.nullable(),
});
export type HistoryEntry = z.output<typeof entry>;

export const participant_history = {
  list: endpoint({
    scope: 'organization',
    rank: permissions['participants.read'],
    method: 'GET',
    path: '/participants/{id}/history',
    summary: 'What happened to a participant, the latest first; sensitive answers from rank 3',
    params,
    query: z.strictObject(listQuery),
    reply: pageOf(entry),
  }),
};
