/**
 * Families: people of one organisation who are reached through one contact. A common address proposes them, staff decide.
 * Members are applications; those of one child (the same name, no other birth date) stand together.
 */
import { z } from 'zod';
import { editedReply, email, params, phone, textsReply, uuid, version } from './common.ts';
import { slotReply } from './groups.ts';
import { endpoint } from './kit.ts';
import { mailReply, personName } from './participants.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import { participantStatuses } from './rules/statuses.ts';

const application = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  status: z.enum(participantStatuses),
  withdrawn_at: z.string().nullable(),
  application_date: z.string(),
  group_id: z.string(),
  group_name: textsReply,
  schedule: z.array(slotReply),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  location_name: z.string().nullable(),
});

const child = z.object({
  name: z.string(),
  /** `YYYY-MM-DD`; null where no application tells it. */
  birth_date: z.string().nullable(),
  /** The latest first. */
  applications: z.array(application).min(1),
});
export type FamilyChild = z.output<typeof child>;

const family = z.object({
  ...editedReply,
  /** Those in scope, the oldest child first. */
  children: z.array(child),
  /** Applications in groups out of scope; only without any the family may be changed. */
  hidden_count: z.number(),
  /** What its members say, each once, that of the latest application first; more than one where they differ. */
  contact: z.object({ names: z.array(z.string()), emails: z.array(z.string()), phones: z.array(z.string()) }),
});
export type FamilySummary = z.output<typeof family>;

const reply = family.extend({
  /** Whether the form of a group asks for the contact's name. */
  takes_name: z.boolean(),
  /** The latest mails to the contact. */
  mails: z.array(mailReply.extend({ participant_id: z.string(), participant_name: z.string() })),
});
export type Family = z.output<typeof reply>;
export type FamilyMail = Family['mails'][number];

const ofParticipant = z.object({
  family: family.nullable(),
  /** Others with the same address, of whom nobody has decided yet; empty without any. */
  proposal: z.array(child),
});
export type FamilyOfParticipant = z.output<typeof ofParticipant>;

const others = z.array(uuid).min(1).max(limits.familyMembers);
const manage = { scope: 'organization', rank: permissions['families.manage'] } as const;

export const families = {
  ofParticipant: endpoint({
    ...manage,
    method: 'GET',
    path: '/participants/{id}/family',
    summary: "A participant's family, and who else is probably in it",
    params,
    reply: ofParticipant,
  }),
  join: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/family',
    summary:
      'Join others with a participant to a family, each with all applications of theirs; the same call again does nothing',
    params,
    body: z.strictObject({
      participant_ids: others,
      /** Also when one of them is in another family, which is then joined as a whole. */
      join_families: z.boolean().default(false),
    }),
    reply: ofParticipant,
  }),
  refuse: endpoint({
    ...manage,
    method: 'POST',
    path: '/participants/{id}/family/refusals',
    summary: 'Remember that others with the same address are no family of a participant',
    params,
    body: z.strictObject({ participant_ids: others }),
    reply: ofParticipant,
  }),
  separate: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/participants/{id}/family',
    summary: 'Take a participant, with all applications of theirs, out of the family; nothing else changes',
    params,
    reply: null,
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/families/{id}',
    summary: 'One family with its children, their groups, the contact and its latest mails',
    params,
    reply,
  }),
  setContact: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/families/{id}/contact',
    summary: 'Change the contact of all members at once, on the versions of the family and of each member',
    params,
    body: z.strictObject({
      version,
      members: z
        .array(z.strictObject({ id: uuid, version }))
        .min(1)
        .max(limits.familyMembers),
      name: personName.optional(),
      email: email.optional(),
      phone: phone.optional(),
    }),
    reply,
  }),
};
