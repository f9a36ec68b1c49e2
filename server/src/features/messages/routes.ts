import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { listMessages } from './queries.ts';
import { create, get, remove, update } from './service.ts';

/** Writing to people. */
export const messageRoutes: Handlers<typeof contract.messages> = {
  list: ({ scope, query }) => listMessages(scope, query),
  create: ({ scope, body }) => create(scope, body),
  get: ({ scope, params }) => get(scope, params.id),
  update: ({ scope, params, body }) => update(scope, params.id, body),
  async remove({ scope, params }) {
    await remove(scope, params.id);
    return undefined;
  },
};
