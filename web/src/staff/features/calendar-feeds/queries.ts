import { useRefresh } from '../../../lib/use-refresh.ts';

/** Refetches the links of calendars. */
export const useRefreshFeeds = () => useRefresh((api) => [api.calendar_feeds.list.key()]);
