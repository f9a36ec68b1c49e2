import { useRefresh } from '../../../lib/use-refresh.ts';

/** Refetches the proposal of a new owner's address. */
export const useRefreshOwnerChange = () => useRefresh((api) => [api.organizations.ownerChange.key()]);
