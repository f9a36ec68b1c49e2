import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';

/** Refetches the list after a change, and reloads the session if the ADMIN acts for the changed organisation. */
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
