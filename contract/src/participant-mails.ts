/** What a mail said when it was sent. */
import { z } from 'zod';
import { language, params } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

const reply = z.object({
  id: z.string(),
  email_type: z.string(),
  to_address: z.string().nullable(),
  language,
  sent_at: z.string().nullable(),
  /** Null for a mail that was not sent, or so long ago that its words are not kept. */
  words: z.object({ subject: z.string(), text: z.string() }).nullable(),
  /** The template that it was written by, in the version of that time; null for the system's words. */
  template: z.object({ id: z.string(), name: z.string(), number: z.number() }).nullable(),
  /** Whether the template that the group had chosen was inactive or gone. */
  template_missed: z.boolean(),
});
export type SentMail = z.output<typeof reply>;

export const participant_mails = {
  get: endpoint({
    scope: 'organization',
    rank: permissions['participants.read'],
    method: 'GET',
    path: '/participant-mails/{id}',
    summary: 'What a mail to or about a participant said, for a year',
    params,
    reply,
  }),
};
