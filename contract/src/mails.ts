/** The outbox of an organisation: mails that wait, are held back or have failed, for those who answer for them. */
import { z } from 'zod';
import { listQuery, pageOf, params, textsReply } from './common.ts';
import { endpoint } from './kit.ts';
import { mailReply } from './participants.ts';
import { outboxViews } from './rules/mails.ts';
import { permissions } from './rules/permissions.ts';

const outgoing = mailReply.extend({
  /** Null for mails whose participant or group is gone. */
  participant_id: z.string().nullable(),
  participant_name: z.string().nullable(),
  group_id: z.string().nullable(),
  group_name: textsReply.nullable(),
  /** Tries so far. */
  attempts: z.number(),
  /** Whether it may be sent now: it waits for its next try, or has failed and what it says is still true. */
  retryable: z.boolean(),
  /** Whether it has not left yet and can still be stopped. */
  cancellable: z.boolean(),
});
export type OutgoingMail = z.output<typeof outgoing>;

const manage = { scope: 'organization', rank: permissions['mails.manage'] } as const;

export const mails = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/mails',
    summary: 'Mails that wait (the next one first), are held back or have failed (the last one first)',
    query: z.strictObject({ ...listQuery, view: z.enum(outboxViews).default('waiting') }),
    reply: pageOf(outgoing),
  }),
  counts: endpoint({
    ...manage,
    method: 'GET',
    path: '/mail-counts',
    summary: 'How many mails wait, are held back and have failed',
    reply: z.object({ waiting: z.number(), held: z.number(), failed: z.number() }),
  }),
  retry: endpoint({
    ...manage,
    method: 'POST',
    path: '/mails/{id}/retry',
    summary:
      'Send a mail now that waits for its next try or has failed; a participant gets it at the present address',
    params,
    reply: outgoing,
  }),
  cancel: endpoint({
    ...manage,
    method: 'POST',
    path: '/mails/{id}/cancel',
    summary: 'Stop a mail that has not left; one that is cancelled stays so',
    params,
    reply: outgoing,
  }),
};
