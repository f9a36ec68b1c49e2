import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Api, useApi } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';

/** The group whose date is changed; shares the cache of the group's own screen. */
export const groupQuery = (api: Api, id: string) => queryOptions(api.groups.get.options({ params: { id } }));

/** Every location, to choose from. */
export const locationsQuery = (api: Api) => wholeQuery(api.locations.list, {});

/** Fetches the dated sessions anew, wherever they are shown. */
export function useRefreshSessions(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: api.sessions.list.key() });
}
