/** What staff write down about a participant: dated entries with their authors. Never in a mail or on a public page. */
import { z } from 'zod';
import { editedReply, listQuery, multiline, pageOf, params, version } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';

const reply = z.object({
  ...editedReply,
  participant_id: z.string(),
  text: z.string(),
  /** Name of who wrote it, which stays when the account is gone; empty where nobody knows any more. */
  author: z.string(),
  /** Whether the caller wrote it, or nobody knows who did: only then its text may be changed. */
  own: z.boolean(),
  /** When its text was last changed; null for a text as it was written. */
  edited_at: z.string().nullable(),
  /** Stands above all others; at most one of a participant's is. */
  pinned: z.boolean(),
});
export type ParticipantNote = z.output<typeof reply>;

const text = multiline(limits.notes).min(1, { error: 'required' });
/** Viewers see the roster, and no notes. */
const deciding = { scope: 'organization', rank: permissions['participants.decide'] } as const;

export const participant_notes = {
  list: endpoint({
    ...deciding,
    method: 'GET',
    path: '/participants/{id}/notes',
    summary: "The staff's notes about a participant: the pinned one, then the latest first",
    params,
    query: z.strictObject(listQuery),
    reply: pageOf(reply),
  }),
  create: endpoint({
    ...deciding,
    method: 'POST',
    path: '/participants/{id}/notes',
    summary: 'Write a note about a participant',
    params,
    body: z.strictObject({ text }),
    reply,
    status: 201,
  }),
  update: endpoint({
    ...deciding,
    method: 'PATCH',
    path: '/participant-notes/{id}',
    summary: "Change the text of one's own note, or pin any in place of the one that is pinned",
    params,
    body: z.strictObject({ text, pinned: z.boolean(), version }).partial().required({ version: true }),
    reply,
  }),
  remove: endpoint({
    ...deciding,
    method: 'DELETE',
    path: '/participant-notes/{id}',
    summary: "Delete one's own note; rank 4 those of others as well",
    params,
    reply: null,
  }),
};
