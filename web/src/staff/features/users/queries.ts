import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, useApi } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session/context.ts';

/** One of the staff for the form; fetched anew each time, since the form begins with it. */
export const userQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...api.users.get.key({ params: { id } }), 'form'],
    queryFn: ({ signal }) => api.users.get({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Has everything that names staff fetched anew. */
export function useRefreshUsers(): () => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.users.leaders.key() });
    await queryClient.invalidateQueries({ queryKey: api.users.list.key() });
  };
}

/** Why somebody's role, activity or account can't be touched. */
export type Obstacle = 'oneself' | 'last_administrator';

/** What stands in the way of demoting, deactivating or deleting one of the staff; undefined when nothing does. */
export function useObstacle(id: string): Obstacle | undefined {
  const { user } = useSession();
  const query = { role: 'ORGANIZATION_ADMIN', active: 'true' } as const;
  const list = useQuery(useApi().users.list.options({ query })).data?.results ?? [];
  if (id === user?.id) return 'oneself';
  // who has not accepted yet can't help
  const [first, ...others] = list.filter(({ confirmed }) => confirmed);
  return first?.id === id && others.length === 0 ? 'last_administrator' : undefined;
}
