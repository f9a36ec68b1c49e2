import { useRefresh } from '../../../lib/use-refresh.ts';

/** Refetches the user's own second factors. */
export const useRefreshFactors = () => useRefresh((api) => [api.second_factor.get.key()]);
