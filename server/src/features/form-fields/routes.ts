import type { contract } from '@vpisnik/contract/contract';
import { inArray } from 'drizzle-orm';
import { form_fields } from '../../db/schema.ts';
import type { Handlers } from '../../http/mount.ts';
import { formFieldCatalogue } from './service.ts';

/** Questions that groups may ask. */
export const formFieldRoutes: Handlers<typeof contract.form_fields> = {
  list: ({ scope, query }) =>
    formFieldCatalogue.list(scope, query, query.type && inArray(form_fields.type, query.type)),
  create: ({ scope, body }) => formFieldCatalogue.create(scope, body),
  get: ({ scope, params }) => formFieldCatalogue.get(scope, params.id),
  update: ({ scope, params, body }) => formFieldCatalogue.update(scope, params.id, body),
  setStatus: ({ scope, params, body }) => formFieldCatalogue.update(scope, params.id, body),
  remove: ({ scope, params }) => formFieldCatalogue.remove(scope, params.id),
};
