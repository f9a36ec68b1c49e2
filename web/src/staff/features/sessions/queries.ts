import type { Api } from '../../../lib/api.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** Every location, to choose from. */
export const locationsQuery = (api: Api) => wholeQuery(api.locations.list, {});

/** Refetches every list of sessions. */
export const useRefreshSessions = () => useRefresh((api) => [api.sessions.list.key()]);
