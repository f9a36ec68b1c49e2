/** Writing to people: a message to chosen participants, as a mail of its own to each address. */
import { z } from 'zod';
import { SELECTION_BYTES, uncountedSelection } from './bulk-jobs.ts';
import {
  editedReply,
  flag,
  instant,
  language,
  line,
  listQuery,
  multiline,
  pageOf,
  params,
  search,
  several,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { mailStates } from './rules/mails.ts';
import {
  messageCopies,
  messageIncludes,
  messageKinds,
  messageLeftOut,
  messageLimits,
  messagePlaceholders,
  messageReplies,
  messageSiblings,
  messageStates,
  messageTextPlaceholders,
} from './rules/messages.ts';
import { permissions } from './rules/permissions.ts';

export * from './rules/messages.ts';

/**
 * Of a message that another person has planned: how many mails it is once it leaves in the caller's name, as it does after the
 * change. Needed where it then reaches others; the refusal says the number. Means nothing of any other message.
 */
const expected_mails = z.int().min(0);
const expectedMails = z.coerce.number().int().min(0).optional();

/** Subject and words in one language, in the notation of `rules/notation.ts`; either may be empty in a draft. */
const words = z.strictObject({
  subject: line(messageLimits.subject).default(''),
  body: multiline(messageLimits.body).default(''),
});
const texts = z.strictObject({ sl: words.optional(), en: words.optional() });

const fields = {
  /** Who it is for. A filter is read anew when it is sent; people who were added after its `as_of` don't belong. */
  audience: uncountedSelection,
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
  /** Handed over, and reported as not arrived since; `sent` is without them. */
  bounced: z.number(),
  /** Called back before they left: by staff, or since there was nothing to be said to the recipient any more. */
  cancelled: z.number(),
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
  /** Who planned or sent it, or changed it last while it was planned; null of one that nobody has sent. */
  sender: z.object({ account_id: z.string(), name: z.string() }).nullable(),
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
  /** Those that the words may mention besides, and the subject may not. */
  text_placeholders: z.array(z.enum(messageTextPlaceholders)),
});
export type Message = z.output<typeof reply>;

const audience = z.object({
  /** People who get one, and mails. */
  people: z.number(),
  mails: z.number(),
  /** Mails by the language of those who get them; where a message has no words in it, they get it in another one. */
  languages: z.object({ sl: z.number(), en: z.number() }),
  left_out: z.array(
    z.object({
      reason: z.enum(messageLeftOut),
      count: z.number(),
      /** The first of them by name. */
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Addresses that several people share. */
  shared_addresses: z.number(),
  /** Mails to people of whom payments are open. */
  with_open_payments: z.number(),
  /** When this was so. */
  as_of: z.string(),
});
export type MessageAudience = z.output<typeof audience>;

const recipient = z.object({
  /** Of who is named first. */
  participant_id: z.string(),
  /** All who are named, as far as the caller sees them. */
  names: z.array(z.string()),
  address: z.string(),
  /** The one they read; of a mail that is written, the one it is in. */
  language,
  /** Null while it is not written yet. */
  mail: z
    .object({
      id: z.string(),
      state: z.enum(mailStates),
      state_reason: z.string(),
      bounced: z.boolean(),
      send_after: z.string(),
      sent_at: z.string().nullable(),
    })
    .nullable(),
});
export type MessageRecipient = z.output<typeof recipient>;

const previewBody = z.strictObject({
  /** As they are being edited; absent: as they are stored. */
  texts: texts.optional(),
  /** Which of the recipients, from 0. */
  recipient: z.int().min(0).max(200_000).default(0),
  /** Instead of the one that they get it in. */
  language: language.optional(),
  with_payments: z.boolean().optional(),
  with_group: z.boolean().optional(),
});

const preview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  language,
  /** Whose it is, and of how many; nobody's where nobody gets one: then it is a sample. */
  who: z.object({ names: z.array(z.string()), address: z.string() }).nullable(),
  recipients: z.number(),
});
export type MessagePreview = z.output<typeof preview>;

const manage = { scope: 'organization', rank: permissions['participants.manage'] } as const;

export const messages = {
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/messages',
    summary:
      "Messages, the latest first, without drafts left untouched; below rank 4 one's own and those to groups in scope alone",
    query: z.strictObject({
      ...listQuery,
      /** By words of the subject, in whichever language. */
      search,
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
      .strictObject({ ...fields, copy_of: uuid, copy_to: z.enum(messageCopies) })
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
      .strictObject({ ...fields, version, expected_mails })
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
  audience: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/messages/{id}/audience',
    summary: 'Who gets a message at this moment, and who gets none and why; nothing is written',
    params,
    reply: audience,
  }),
  recipients: endpoint({
    ...manage,
    method: 'GET',
    path: '/messages/{id}/recipients',
    summary:
      'The mails of a message: those that would be written by name, or that were in the order of writing',
    params,
    query: z.strictObject({
      ...listQuery,
      state: several(z.enum(mailStates)).optional(),
      bounced: flag.optional(),
    }),
    reply: pageOf(recipient),
  }),
  attach: endpoint({
    ...manage,
    method: 'POST',
    path: '/messages/{id}/attachments',
    summary:
      'Add a file to a message that has not left: PDF, PNG, JPG, GIF, DOCX, XLSX, PPTX, ICS, CSV or TXT; 5 MB in all',
    params,
    query: z.strictObject({
      file_name: line(messageLimits.fileName).min(1, { error: 'required' }),
      expected_mails: expectedMails,
    }),
    upload: { types: ['application/*', 'image/*', 'text/*'], bytes: messageLimits.bytes },
    slow: true,
    reply,
    status: 201,
    perMinute: 60,
  }),
  detach: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/message-attachments/{id}',
    summary: 'Take a file off a message that has not left',
    params,
    query: z.strictObject({ expected_mails: expectedMails }),
    reply,
  }),
  send: endpoint({
    ...manage,
    method: 'POST',
    path: '/messages/{id}/send',
    summary:
      'Send a draft, at its time if it has one; once. The number of mails must be the one that was shown',
    params,
    body: z.strictObject({ version, expected_mails: z.int().min(0) }),
    reply,
    later: true,
  }),
  cancel: endpoint({
    ...manage,
    method: 'POST',
    path: '/messages/{id}/cancel',
    summary: 'Call off a message that is planned, or stop its mails that have not left',
    params,
    reply,
  }),
};

/** Mails of a message as its recipients get them, while it is being written. */
export const message_previews = {
  show: endpoint({
    ...manage,
    method: 'POST',
    reads: true,
    path: '/messages/{id}/preview',
    summary: 'A mail of a message as one of its recipients gets it, as it is being edited; nothing is stored',
    params,
    body: previewBody,
    reply: preview,
  }),
  test: endpoint({
    ...manage,
    method: 'POST',
    path: '/messages/{id}/test',
    summary: 'Send such a mail to oneself',
    params,
    body: previewBody,
    reply: z.object({ to_address: z.string() }),
    status: 202,
    perMinute: 20,
  }),
};
