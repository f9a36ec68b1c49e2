import type { contract } from '@vpisnik/contract/contract';
import { found } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { selectParticipant } from '../participants/queries.ts';
import { listHistory } from './queries.ts';

/** What happened to participants. */
export const participantHistoryRoutes: Handlers<typeof contract.participant_history> = {
  async list({ scope, params, query }) {
    found(await selectParticipant(scope, params.id));
    return listHistory(scope, params.id, query);
  },
};
