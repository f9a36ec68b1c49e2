import type { QueryClient } from '@tanstack/react-query';
import type { Import } from '@vpisnik/contract/imports';
import type { Api } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** Puts an import into the cache, as it is after a call. */
export function rememberImport(queryClient: QueryClient, api: Api, made: Import): void {
  queryClient.setQueryData(api.imports.get.key({ params: { id: made.id } }), made);
}

/** Refetches the lists that an import adds to. */
export const useRefreshImported = () =>
  useRefresh(({ groups, categories, locations, sessions }) => [
    groups.list.key(),
    categories.list.key(),
    locations.list.key(),
    sessions.list.key(),
  ]);
