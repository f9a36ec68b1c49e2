import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { lengthen, offer, offerFirst, resume, standing, tie, withdrawOffer } from './service.ts';

/** Places offered to people in the queue, as staff work with them. */
export const offerRoutes: Handlers<typeof contract.offers> = {
  ofGroup: ({ scope, params, query }) => standing(scope, params.id, query.count),
  offerFirst: ({ scope, params, body }) => offerFirst(scope, params.id, body),
  offer: ({ scope, params, body }) => offer(scope, params.id, body),
  lengthen: ({ scope, params, body }) => lengthen(scope, params.id, body),
  withdraw: ({ scope, params, body }) => withdrawOffer(scope, params.id, body),
  resume: ({ scope, params, body }) => resume(scope, params.id, body),
  tie: ({ scope, params, body }) => tie(scope, params.id, body),
};
