/** The link to an applicant's page, as staff look after it. Its secret is in mails alone. */
import { z } from 'zod';
import { params } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

const reply = z.object({
  /** Whom it is for; null without an address. */
  address: z.string().nullable(),
  /** Whether a page is there to be opened: it ends 90 days after the last group. */
  available: z.boolean(),
  /** When the present link was made; null while none is, which the next mail makes. */
  created_at: z.string().nullable(),
  /** When a page was last opened with it, to the minute. */
  last_used_at: z.string().nullable(),
  /** Whether the page may be looked at: it has all applications of the address, so it takes all groups in scope. */
  may_look: z.boolean(),
});
export type ApplicantLinkState = z.output<typeof reply>;

const manage = { scope: 'organization', rank: permissions['participants.manage'], params } as const;
const path = '/participants/{id}/applicant-link';

export const applicant_links = {
  get: endpoint({
    ...manage,
    ...{ method: 'GET', path, reply },
    summary: 'The link to the page of an applicant: whom it is for, and when it was last used',
  }),
  send: endpoint({
    ...manage,
    ...{ method: 'POST', path: `${path}/send`, reply },
    summary: 'Send the link to its address, at most three times an hour',
  }),
  end: endpoint({
    ...manage,
    ...{ method: 'POST', path: `${path}/end`, reply },
    summary: 'End the link at once; the next mail has another',
  }),
  look: endpoint({
    ...manage,
    ...{ method: 'POST', path: `${path}/look` },
    summary: 'A path to see the page as its applicant does, for some minutes; nothing can be done there',
    reply: z.object({ path: z.string() }),
  }),
};
