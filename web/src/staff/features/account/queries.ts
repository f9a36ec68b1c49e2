import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '@vpisnik/contract/users';
import type { Api } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** Puts the user from a call's answer into the cache. */
export function rememberMe(queryClient: QueryClient, api: Api, me: Me): void {
  queryClient.setQueryData(api.users.me.key({}), me);
}

/** Refetches the devices on which the user is signed in. */
export const useRefreshSignIns = () => useRefresh((api) => [api.accounts.listSignIns.key()]);
