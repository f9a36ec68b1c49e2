import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { setContact } from './contact.ts';
import { get, join, ofParticipant, refuse, separate } from './service.ts';

/** People who are reached through one contact. */
export const familyRoutes: Handlers<typeof contract.families> = {
  ofParticipant: ({ scope, params }) => ofParticipant(scope, params.id),
  join: ({ scope, params, body }) => join(scope, params.id, body),
  refuse: ({ scope, params, body }) => refuse(scope, params.id, body.participant_ids),
  separate: ({ scope, params }) => separate(scope, params.id),
  get: ({ scope, params }) => get(scope, params.id),
  setContact: ({ scope, params, body }) => setContact(scope, params.id, body),
};
