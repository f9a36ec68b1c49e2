/** Writing to people: a message to chosen participants, as a mail of its own to each address. */
import { z } from 'zod';
import { SELECTION_BYTES, selection } from './bulk-jobs.ts';
import {
  editedReply,
  instant,
  line,
  listQuery,
  multiline,
  pageOf,
  params,
  several,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import {
  messageIncludes,
  messageKinds,
  messageLimits,
  messagePlaceholders,
  messageReplies,
  messageSiblings,
  messageStates,
} from './rules/messages.ts';
import { permissions } from './rules/permissions.ts';

export * from './rules/messages.ts';

/** Subject and words in one language, in the notation of `rules/notation.ts`; either may be empty in a draft. */
const words = z.strictObject({
  subject: line(messageLimits.subject).default(''),
  body: multiline(messageLimits.body).default(''),
});
const texts = z.strictObject({ sl: words.optional(), en: words.optional() });

const fields = {
  /** Who it is for. A filter is read anew when it is sent; people who were added after its `as_of` don't belong. */
  audience: selection,
  /** The group from whose pages it was written; null for the organisation's. */
  group_id: uuid.nullable(),
  /** Null until one of them has been chosen; without it nothing is sent. */
  kind: z.enum(messageKinds).nullable(),
  include: z.array(z.enum(messageIncludes)).max(messageIncludes.length),
  siblings: z.enum(messageSiblings),
  texts,
  reply_to: z.enum(messageReplies),
  /** Whether those who owe something are told what. */
  with_payments: z.boolean(),
  /** Whether times, place and the next session of their group follow. */
  with_group: z.boolean(),
  /** When it leaves; null at once. */
  send_at: instant.nullable(),
};

const wordsReply = z.object({ subject: z.string(), body: z.string() });

const attachment = z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number() });

const counts = z.object({
  /** People to whom the mails are, and mails: fewer, where siblings share one. */
  people: z.number(),
  mails: z.number(),
  sent: z.number(),
  /** Not left yet. */
  waiting: z.number(),
  failed: z.number(),
  /** Of those that were sent: reported as not arrived. */
  bounced: z.number(),
});

const listed = z.object({
  ...editedReply,
  state: z.enum(messageStates),
  /** Of one that is `stopped`: `stopped` by a person, else the code of the refusal that its sender would get now. */
  stop_reason: z.string().nullable(),
  kind: z.enum(messageKinds).nullable(),
  group_id: z.string().nullable(),
  group_name: textsReply.nullable(),
  /** Who wrote it; the name stays when the account is gone. */
  author: z.object({ account_id: z.string(), name: z.string() }),
  /** In the languages in which it has one. */
  subjects: textsReply,
  send_at: z.string().nullable(),
  /** When its sending began. */
  sent_at: z.string().nullable(),
  /** The bulk work that writes its mails. */
  job_id: z.string().nullable(),
  /** Null until its sending began. */
  counts: counts.nullable(),
});
export type MessageSummary = z.output<typeof listed>;

const chosen = z.object({
  ids: z.array(z.string()).optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  exclude_ids: z.array(z.string()).optional(),
  expected_count: z.number().optional(),
  as_of: z.string().optional(),
});

const reply = listed.extend({
  /** As it was given: ids, or a filter with what belongs to it. Empty of one that was sent long ago. */
  audience: chosen,
  include: z.array(z.enum(messageIncludes)),
  siblings: z.enum(messageSiblings),
  texts: z.object({ sl: wordsReply.optional(), en: wordsReply.optional() }),
  reply_to: z.enum(messageReplies),
  with_payments: z.boolean(),
  with_group: z.boolean(),
  attachments: z.array(attachment),
  /** What of its texts can't be sent, as it was written: as long as there is any, the message isn't either. */
  problems: z.array(
    z.object({ path: z.string(), code: z.enum(['unknown_placeholder', 'invalid_link']), said: z.string() }),
  ),
  /** What may stand between braces. */
  placeholders: z.array(z.enum(messagePlaceholders)),
});
export type Message = z.output<typeof reply>;

const manage = { scope: 'organization', rank: permissions['participants.manage'] } as const;

export const messages = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/messages',
    summary: "Messages, the latest first; below rank 4 one's own and those to groups in scope alone",
    query: z.strictObject({
      ...listQuery,
      state: several(z.enum(messageStates)).optional(),
      /** Written from this group's pages, or to people of this group alone. */
      group_id: uuid.optional(),
    }),
    reply: pageOf(listed),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/messages',
    summary:
      'Draft a message to chosen participants, or a copy of another one; what is not said is as in that',
    bytes: SELECTION_BYTES,
    body: z
      .strictObject({ ...fields, copy_of: uuid })
      .partial()
      .refine(({ audience, copy_of }) => audience !== undefined || copy_of !== undefined, {
        path: ['audience'],
        error: 'required',
      }),
    reply,
    status: 201,
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/messages/{id}',
    summary: 'One message',
    params,
    reply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/messages/{id}',
    summary: 'Change a draft, or one that is planned',
    params,
    bytes: SELECTION_BYTES,
    body: z
      .strictObject({ ...fields, version })
      .partial()
      .required({ version: true }),
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/messages/{id}',
    summary: 'Delete a draft, or one that was called off',
    params,
    reply: null,
  }),
};
