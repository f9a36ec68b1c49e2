import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { locationCatalogue } from './queries.ts';

/** Where groups meet. */
export const locationRoutes: Handlers<typeof contract.locations> = {
  list: ({ scope, query }) => locationCatalogue.list(scope, query),
  create: ({ scope, body }) => locationCatalogue.create(scope, body),
  get: ({ scope, params }) => locationCatalogue.get(scope, params.id),
  update: ({ scope, params, body }) => locationCatalogue.update(scope, params.id, body),
  setStatus: ({ scope, params, body }) => locationCatalogue.update(scope, params.id, body),
  move: ({ scope, params, body }) => locationCatalogue.move(scope, params.id, body),
  remove: ({ scope, params }) => locationCatalogue.remove(scope, params.id),
};
