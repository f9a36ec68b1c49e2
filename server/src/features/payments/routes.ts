import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { accountOf } from './account.ts';
import { listPayments } from './list.ts';
import { add, get, ofParticipant, payPart, remind, remove, showReminder, update } from './service.ts';
import { sumPayments } from './summary.ts';

/** What participants owe and have paid. */
export const paymentRoutes = ({ env }: Services): Handlers<typeof contract.payments> => ({
  list({ scope, query }) {
    const { limit, last_id, with_total, sort, ...filter } = query;
    return listPayments(scope, filter, { limit, last_id, with_total, sort });
  },
  summary: ({ scope, query }) => sumPayments(scope, query),
  ofParticipant: ({ scope, params, query }) => ofParticipant(scope, params.id, query),
  account: ({ scope, params, query }) => accountOf(scope, params.id, query.family),
  remind: ({ scope, params, body }) => remind(scope, params.id, body.again),
  reminder: ({ scope, params, body }) => showReminder(scope, params.id, body.payment_ids, env.publicUrl),
  create: async ({ scope, params, body }) => ({ results: await add(scope, params.id, body) }),
  get: ({ scope, params }) => get(scope, params.id),
  update: ({ scope, params, body }) => update(scope, params.id, body),
  part: async ({ scope, params, body }) => {
    const { paid, rest } = await payPart(scope, params.id, body);
    return { ...paid, rest };
  },
  remove: ({ scope, params }) => remove(scope, params.id),
});
