import type { contract } from '@vpisnik/contract/contract';
import { inArray } from 'drizzle-orm';
import { form_fields } from '../../db/schema.ts';
import { catalogueRoutes } from '../../http/catalogue.ts';
import type { Handlers } from '../../http/mount.ts';
import { mergeFields, planMerge } from './merge.ts';
import { listUses, lockGroupsAsking } from './queries.ts';
import { formFieldCatalogue } from './service.ts';

/** Questions that groups may ask. */
export const formFieldRoutes: Handlers<typeof contract.form_fields> = {
  ...catalogueRoutes(formFieldCatalogue),
  list: ({ scope, query }) =>
    formFieldCatalogue.list(scope, query, query.type && inArray(form_fields.type, query.type)),
  update: async ({ scope, params, body }) => {
    // no application may come between: it would be stored as the form was before
    if (body.sensitive) await lockGroupsAsking(scope, params.id);
    return formFieldCatalogue.update(scope, params.id, body);
  },
  uses: async ({ scope, params, query }) => {
    const page = await listUses(scope, params.id, query);
    if (page.results.length === 0) await formFieldCatalogue.get(scope, params.id);
    return page;
  },
  planMerge: ({ scope, params, query }) => planMerge(scope, params.id, query.into),
  merge: ({ scope, params, body }) => mergeFields(scope, params.id, body),
};
