import type { contract } from '@vpisnik/contract/contract';
import { acceptedLanguage } from '../../http/language.ts';
import type { Handlers } from '../../http/mount.ts';
import { apply } from './apply.ts';
import {
  publicAllGroups,
  publicCategories,
  publicGroup,
  publicGroups,
  publicOrganization,
} from './service.ts';

/** Visitors' routes: reading published rows, and applying. */
export const visitorRoutes: Handlers<typeof contract.visitors> = {
  organization: ({ scope }) => publicOrganization(scope),
  categories: ({ scope }) => publicCategories(scope),
  groups: ({ scope, params, query, request }) =>
    publicGroups(scope, params.id, {
      search: query.search,
      language: acceptedLanguage(request.headers['accept-language']),
    }),
  allGroups: ({ scope, query, request }) =>
    publicAllGroups(scope, query, acceptedLanguage(request.headers['accept-language'])),
  group: ({ scope, params }) => publicGroup(scope, params.id),
  apply: ({ scope, params, body, request }) =>
    apply(scope, params.id, request.headers['idempotency-key']?.toString(), body),
};
