import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { categoryCatalogue } from './queries.ts';

/** What groups are listed under. */
export const categoryRoutes: Handlers<typeof contract.categories> = {
  list: ({ scope, query }) => categoryCatalogue.list(scope, query),
  create: ({ scope, body }) => categoryCatalogue.create(scope, body),
  get: ({ scope, params }) => categoryCatalogue.get(scope, params.id),
  update: ({ scope, params, body }) => categoryCatalogue.update(scope, params.id, body),
  setStatus: ({ scope, params, body }) => categoryCatalogue.update(scope, params.id, body),
  move: ({ scope, params, body }) => categoryCatalogue.move(scope, params.id, body),
  remove: ({ scope, params }) => categoryCatalogue.remove(scope, params.id),
};
