import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';

/** One user for the form; never cached, since the form's initial values must be fresh. */
export const userQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...api.users.get.key({ params: { id } }), 'form'],
    queryFn: ({ signal }) => api.users.get({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Refetches the lists of users and leaders, and forgets a user who was changed. */
export function useRefreshUsers(): (changed?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return async (changed) => {
    if (changed) queryClient.removeQueries({ queryKey: api.users.get.key({ params: { id: changed } }) });
    void queryClient.invalidateQueries({ queryKey: api.users.leaders.key() });
    await queryClient.invalidateQueries({ queryKey: api.users.list.key() });
  };
}

/** Reason why a user can't be demoted, deactivated or deleted. */
export type Obstacle = 'oneself' | 'last_administrator';

/** Obstacle to demoting, deactivating or deleting a user; undefined when there is none. */
export function useObstacle(id: string): Obstacle | undefined {
  const { user } = useSession();
  const query = { role: 'ORGANIZATION_ADMIN', active: 'true' } as const;
  const list = useQuery(useApi().users.list.options({ query })).data?.results ?? [];
  if (id === user?.id) return 'oneself';
  // an administrator who has not accepted the invitation yet does not count
  const [first, ...others] = list.filter(({ confirmed }) => confirmed);
  return first?.id === id && others.length === 0 ? 'last_administrator' : undefined;
}
