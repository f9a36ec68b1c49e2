import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { sendMailAgain } from './mail-again.ts';
import { proposeAdding, proposeMove } from './proposals.ts';
import { selectOwnQuestions } from './questions.ts';
import { counts, create, declineNews, getOrLead, list, listOfGroup, remove, update } from './service.ts';
import { setStatus, undoStatus } from './status.ts';

/** People's enrolments, as the staff work with them. */
export function participantRoutes({ env }: Services): Handlers<typeof contract.participants> {
  return {
    list: ({ scope, query }) => list(scope, query),
    ofGroup: ({ scope, params, query }) => listOfGroup(scope, params.id, query),
    find: ({ scope, query }) => list(scope, { ...query, sort: '-application_date' }),
    questions: async ({ scope, query }) => ({ results: await selectOwnQuestions(scope, query) }),
    counts: ({ scope, query }) => counts(scope, query.group_id),
    create: ({ scope, body }) => create(scope, body),
    get: ({ scope, params }) => getOrLead(scope, params.id),
    update: ({ scope, params, body }) => update(scope, params.id, body, env.mailDelaySeconds),
    setStatus: ({ scope, params, body }) => setStatus(scope, params.id, body, env.mailDelaySeconds),
    undoStatus: ({ scope, params, body }) => undoStatus(scope, params.id, body.version, env.mailDelaySeconds),
    declineNews: ({ scope, params }) => declineNews(scope, params.id),
    sendMailAgain: ({ scope, params, body }) => sendMailAgain(scope, params.id, body),
    remove: ({ scope, params }) => remove(scope, params.id),
  };
}

/** The effect of fee plans on participants to be moved or added. */
export const feeProposalRoutes: Handlers<typeof contract.fee_proposals> = {
  move: ({ scope, params, body }) => proposeMove(scope, params.id, body.group_id),
  adding: ({ scope, body }) => proposeAdding(scope, body),
};
