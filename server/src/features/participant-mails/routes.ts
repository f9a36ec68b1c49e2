import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { getSentMail } from './queries.ts';

/** Mails about participants as they were sent. */
export const participantMailRoutes: Handlers<typeof contract.participant_mails> = {
  get: ({ scope, params }) => getSentMail(scope, params.id),
};
