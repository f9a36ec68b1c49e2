import { useRefresh } from '../../../lib/use-refresh.ts';

/** Refetches locations, categories and groups. */
export const useRefreshSetup = () => useRefresh(() => [['locations'], ['categories'], ['groups']]);
