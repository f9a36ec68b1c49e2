import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import { limits } from '@vpisnik/contract/limits';
import { type Api, useApi } from '../../../lib/api.ts';
import type { Locale } from '../../../lib/locale.ts';
import type { GroupFilters } from './filters.ts';

const pageSize = 25;

/** The list of groups, page by page. */
export const groupListQuery = (api: Api, { search, ...filters }: GroupFilters, language: Locale) => {
  const query = {
    ...(search && { search }),
    ...(filters.category_id && { category_id: filters.category_id }),
    ...(filters.location_id && { location_id: filters.location_id }),
    ...(filters.active !== undefined && { active: String(filters.active) as 'true' | 'false' }),
    ...(filters.accepting !== undefined && {
      accept_applications: String(filters.accepting) as 'true' | 'false',
    }),
    sort: filters.sort ?? ('name' as const),
    language,
    limit: pageSize,
    with_total: 'true' as const,
  };
  return infiniteQueryOptions({
    queryKey: [...api.groups.list.key({ query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.groups.list({ query: { ...query, ...(pageParam && { last_id: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });
};

/** How many groups there are, and how many of them are published. */
export const groupCountsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...api.groups.list.key(), 'counts'],
    queryFn: async ({ signal }) => {
      const count = { limit: 1, with_total: 'true' } as const;
      const [all, published] = await Promise.all([
        api.groups.list({ query: count }, { signal }),
        api.groups.list({ query: { ...count, active: 'true' } }, { signal }),
      ]);
      return { all: all.total ?? 0, published: published.total ?? 0 };
    },
  });

/** One group for its editor. It is refetched only when asked: the form has a state of its own. */
export const groupQuery = (api: Api, id: string) =>
  queryOptions({ ...api.groups.get.options({ params: { id } }), staleTime: 0 });

const wholeList = { query: { limit: limits.pageMax } };

/** What a group may refer to; inactive ones too, since a group keeps what it has. */
export const referenceQueries = {
  categories: (api: Api) => api.categories.list.options(wholeList),
  locations: (api: Api) => api.locations.list.options(wholeList),
  leaders: (api: Api) => api.users.leaders.options(),
  formFields: (api: Api) => api.form_fields.list.options(wholeList),
  templates: (api: Api) => api.notification_templates.list.options(wholeList),
};

/** Puts a group that a call answered into the cache and has lists fetched anew. */
export function rememberGroup(queryClient: QueryClient, api: Api, group: Group): void {
  queryClient.setQueryData(api.groups.get.key({ params: { id: group.id } }), group);
  void queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
  void queryClient.invalidateQueries({ queryKey: api.sessions.list.key() });
}

/** The calls of a group that stand on their own, outside the editor's form; they reject with an `ApiError`. */
export function useGroupCalls() {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    setStatus: async (
      id: string,
      status: { active?: boolean; accept_applications?: boolean; version?: number },
    ): Promise<Group> => {
      const group = await api.groups.setStatus({ params: { id }, body: status });
      rememberGroup(queryClient, api, group);
      return group;
    },
    remove: async (id: string): Promise<void> => {
      await api.groups.remove({ params: { id } });
      queryClient.removeQueries({ queryKey: api.groups.get.key({ params: { id } }) });
      await queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
    },
  };
}
