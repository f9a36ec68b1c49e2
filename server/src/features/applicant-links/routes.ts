import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { lookTickets } from './rules.ts';
import { endLinkOf, lookAt, sendLink, stateOf } from './service.ts';

/** Links to the pages of applicants, as staff look after them. */
export function applicantLinkRoutes({ env }: Services): Handlers<typeof contract.applicant_links> {
  const looks = lookTickets(env.secretKeys);
  return {
    get: ({ scope, params }) => stateOf(scope, params.id),
    send: ({ scope, params }) => sendLink(scope, params.id),
    end: ({ scope, params }) => endLinkOf(scope, params.id),
    look: async ({ scope, params }) => ({ path: await lookAt(scope, params.id, looks) }),
  };
}
