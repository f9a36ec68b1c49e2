import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { add, get, list, ofParticipant, payPart, remove, update } from './service.ts';

/** What participants owe and have paid. */
export const paymentRoutes: Handlers<typeof contract.payments> = {
  list: ({ scope, query }) => list(scope, query),
  ofParticipant: ({ scope, params, query }) => ofParticipant(scope, params.id, query),
  create: async ({ scope, params, body }) => ({ results: await add(scope, params.id, body.payments) }),
  get: ({ scope, params }) => get(scope, params.id),
  update: ({ scope, params, body }) => update(scope, params.id, body),
  part: async ({ scope, params, body }) => {
    const { paid, rest } = await payPart(scope, params.id, body);
    return { ...paid, rest };
  },
  remove: ({ scope, params }) => remove(scope, params.id),
};
