import { useQuery } from '@tanstack/react-query';
import type { Organization } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { type Step, steps } from './address.ts';
import { useRefreshSetup } from './queries.ts';

/**
 * Progress of an organisation's setup, derived from its data: the guide goes on at the right step on every device and for
 * every administrator.
 */
export function useSetup({ profile, setup_completed }: Organization) {
  const api = useApi();
  const refresh = useRefreshSetup();
  const locations = useQuery(api.locations.list.options({ query: { limit: 1 } }));
  const categories = useQuery(api.categories.list.options({ query: { limit: 50, active: 'true' } }));
  const groups = useQuery(api.groups.list.options({ query: { limit: 1 } }));
  const published = useQuery(api.groups.list.options({ query: { limit: 1, active: 'true' } }));
  const queries = [locations, categories, groups, published];
  const [location] = locations.data?.results ?? [];
  // prefers a published group, whose shared link works
  const [group = groups.data?.results[0]] = published.data?.results ?? [];
  const done: Record<Step, boolean> = {
    profile: Boolean(profile.address && profile.city),
    location: location !== undefined,
    category: (categories.data?.results.length ?? 0) > 0,
    group: group !== undefined,
    share: setup_completed,
  };
  return {
    done,
    count: steps.filter((step) => done[step]).length,
    location,
    categories: categories.data?.results ?? [],
    group,
    isLoading: queries.some(({ data, isError }) => !data && !isError),
    error: queries.find(({ data, isError }) => isError && !data)?.error ?? null,
    retry: () => Promise.all(queries.filter(({ isError }) => isError).map((query) => query.refetch())),
    refresh,
  };
}

export type Setup = ReturnType<typeof useSetup>;
