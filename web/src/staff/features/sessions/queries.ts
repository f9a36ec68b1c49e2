import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** The group whose date is changed; shares the cache of the group's own screen. */
export const groupQuery = (api: Api, id: string) => queryOptions(api.groups.get.options({ params: { id } }));

/** Every location, to choose from. */
export const locationsQuery = (api: Api) => wholeQuery(api.locations.list, {});

/** Refetches every list of sessions. */
export const useRefreshSessions = () => useRefresh((api) => [api.sessions.list.key()]);
