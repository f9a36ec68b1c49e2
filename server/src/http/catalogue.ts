import type { Move } from '@vpisnik/contract/common';
import type { Catalogue, CatalogueQuery } from '../db/catalogue.ts';
import type { Scope } from '../db/scope.ts';

type Asked<Part> = { scope: Scope } & Part;
type Named = { params: { id: string } };

/** Answers the calls of `catalogueEndpoints()`. */
export function catalogueRoutes<Row>(catalogue: Catalogue<Row>) {
  return {
    list: ({ scope, query }: Asked<{ query: CatalogueQuery }>) => catalogue.list(scope, query),
    create: ({ scope, body }: Asked<{ body: object }>) => catalogue.create(scope, body),
    get: ({ scope, params }: Asked<Named>) => catalogue.get(scope, params.id),
    update: ({ scope, params, body }: Asked<Named & { body: object }>) =>
      catalogue.update(scope, params.id, body),
    setStatus: ({ scope, params, body }: Asked<Named & { body: object }>) =>
      catalogue.update(scope, params.id, body),
    move: ({ scope, params, body }: Asked<Named & { body: Move }>) => catalogue.move(scope, params.id, body),
    remove: ({ scope, params }: Asked<Named>) => catalogue.remove(scope, params.id),
  };
}
