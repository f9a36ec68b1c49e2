/** The same person twice: applications to one group are merged, those to different groups are linked as one person. */
import { z } from 'zod';
import { params, textsReply, uuid, version } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import { likenesses, settlings } from './rules/same-person.ts';
import { participantStatuses } from './rules/statuses.ts';

const application = z.object({
  id: z.string(),
  name: z.string(),
  group_id: z.string(),
  group_name: textsReply,
  status: z.enum(participantStatuses),
  withdrawn_at: z.string().nullable(),
  application_date: z.string(),
});

const proposal = application.extend({ alike: z.array(z.enum(likenesses)) });

const merge = z.object({
  id: z.string(),
  /** Name and reference of the application that was merged into this one. */
  name: z.string(),
  reference: z.string(),
  actor: z.string(),
  created_at: z.string(),
  /** Until when it can be undone. */
  undo_until: z.string(),
});
export type ParticipantMerge = z.output<typeof merge>;

const reply = z.object({
  /** Applications that may be the same person's, those of the same group first; at most ten. */
  proposals: z.array(proposal),
  /** Applications to other groups that were linked as the same person's. */
  linked: z.array(application),
  /** What was merged into this one and can still be undone, the latest first. */
  merges: z.array(merge),
});
export type SamePerson = z.output<typeof reply>;

const compared = z.object({
  /** A column, or `answer:` with the question. */
  key: z.string(),
  /** Of an answer: the question as it was asked, and its type. */
  label: z.string().nullable(),
  type: z.string().nullable(),
  kept: z.string(),
  other: z.string(),
  settled: z.enum(settlings),
  /** An answer whose values the history does not keep, so that the one not taken is gone when undoing is no longer possible. */
  sensitive: z.boolean().optional(),
});
export type ComparedField = z.output<typeof compared>;

const side = application.extend({ reference: z.string(), version: z.number() });

const comparison = z.object({
  kept: side,
  other: side,
  fields: z.array(compared),
  /** What moves over from the other application. */
  moved: z.object({
    mails: z.number(),
    payments: z.number(),
    notes: z.number(),
    reapplications: z.number(),
  }),
});
export type Comparison = z.output<typeof comparison>;

const manage = { scope: 'organization', rank: permissions['participants.merge'] } as const;
const otherBody = z.strictObject({ other_id: uuid });

export const same_person = {
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/same-person',
    summary: 'Other applications that may be the same person’s, those that are, and what was merged',
    params,
    reply,
  }),
  compare: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/compared',
    summary: 'Two applications side by side, and what a merge would make of them',
    params,
    query: otherBody,
    reply: comparison,
  }),
  merge: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/merge',
    summary: 'Merge another application to the same group into this one; it can be undone for 30 days',
    params,
    body: z.strictObject({
      other_id: uuid,
      version,
      other_version: version,
      /** Keys of the differing fields that the other application says rightly. */
      take: z.array(z.string().max(100)).max(limits.pageMax).default([]),
      /** Keys of those that this application says rightly. Between two sensitive answers one must be named, here or above. */
      keep: z.array(z.string().max(100)).max(limits.pageMax).default([]),
    }),
    reply: merge,
  }),
  undo: endpoint({
    ...manage,
    method: 'POST',
    path: '/participant-merges/{id}/undo',
    summary: 'Undo a merge: the other application is there again with all that came from it',
    params,
    body: z.strictObject({ allow_overbooking: z.boolean().default(false) }),
    reply: z.object({
      id: z.string(),
      restored_id: z.string(),
      /** Fields that were changed after the merge and therefore stay, as in a comparison. */
      stayed: z.array(compared.pick({ key: true, label: true })),
    }),
  }),
  link: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/links',
    summary: 'Link two applications to different groups as the same person’s',
    params,
    body: otherBody,
    reply,
  }),
  unlink: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/participants/{id}/links',
    summary: 'Separate an application from those it is linked with',
    params,
    reply,
  }),
  distinguish: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/distinct',
    summary: 'Remember that two applications are not the same person’s, or forget it',
    params,
    body: z.strictObject({ other_id: uuid, distinct: z.boolean().default(true) }),
    reply,
  }),
};
