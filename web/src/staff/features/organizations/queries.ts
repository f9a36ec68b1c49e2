import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';

/** Has the list fetched anew after a change of one, and the session too when that is acted for. */
export function useRefreshOrganizations(): (changed: string) => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  const store = useSessionStore();
  const { organization } = useSession();
  return async (changed) => {
    if (organization?.id === changed) await store.reload();
    await queryClient.invalidateQueries({ queryKey: api.organizations.list.key() });
  };
}
