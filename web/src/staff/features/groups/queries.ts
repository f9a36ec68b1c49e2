import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Picture } from '@vpisnik/contract/files';
import type { Group } from '@vpisnik/contract/groups';
import { type Api, useApi } from '../../../lib/api.ts';
import { pagesQuery, wholeQuery } from '../../../lib/pages-query.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';
import { groupQuery } from '../participants/queries.ts';
import { type GroupsSearch, listedPeriods } from './address.ts';
import type { StatusChange } from './use-group-status.ts';

const pageSize = 25;

const word = (flag: boolean): 'true' | 'false' => (flag ? 'true' : 'false');

/** The list of groups, page by page; archived ones only by their filter. */
export const groupListQuery = (api: Api, filters: GroupsSearch, language: Locale) => {
  const {
    active,
    accepting,
    free_places,
    archived = false,
    sort = 'name',
    every_period: _,
    ...same
  } = filters;
  const period = listedPeriods(filters);
  const query = {
    ...same,
    ...(period && { period: [...period] }),
    ...(active !== undefined && { active: word(active) }),
    ...(accepting !== undefined && { accepting: word(accepting) }),
    ...(free_places !== undefined && { free_places: word(free_places) }),
    archived: word(archived),
    sort,
    language,
  } as const;
  return pagesQuery(api.groups.list, query, pageSize);
};

/** Numbers of groups, of published and past ones among them, and of archived ones besides. */
export const groupCountsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...api.groups.list.key(), 'counts'],
    queryFn: async ({ signal }) => {
      const count = async (query: { archived: 'true' | 'false'; active?: 'true'; period?: ['past'] }) => {
        const { total = 0 } = await api.groups.list(
          { query: { ...query, limit: 1, with_total: 'true' } },
          { signal },
        );
        return total;
      };
      const [all, published, past, archived] = await Promise.all([
        count({ archived: 'false' }),
        count({ archived: 'false', active: 'true' }),
        count({ archived: 'false', period: ['past'] }),
        count({ archived: 'true' }),
      ]);
      return { all, published, past, archived };
    },
  });

/** One group for its editor; stale at once, so that a newly opened editor refetches it. */
export const editedGroupQuery = (api: Api, id: string) =>
  queryOptions({ ...groupQuery(api, id), staleTime: 0 });

/** Complete lists that a group refers to; inactive rows too, since a group keeps those it has. */
export const referenceQueries = {
  categories: (api: Api) => wholeQuery(api.categories.list, {}),
  locations: (api: Api) => wholeQuery(api.locations.list, {}),
  leaders: (api: Api) => api.users.leaders.options(),
  /** Includes, last, former users who still lead a group, so that their groups can be filtered for. */
  leadersEver: (api: Api) => api.users.leaders.options({ query: { former: 'true' } }),
  formFields: (api: Api) => wholeQuery(api.form_fields.list, {}),
  templates: (api: Api) => wholeQuery(api.notification_templates.list, {}),
};

/** Refetches reference lists after the server rejected an id. */
export function rereadReferences(queryClient: QueryClient, api: Api): void {
  for (const list of [
    api.categories.list,
    api.locations.list,
    api.users.leaders,
    api.form_fields.list,
    api.notification_templates.list,
  ])
    void queryClient.invalidateQueries({ queryKey: list.key() });
}

/** Puts a group from a call's answer into the cache and refetches lists. */
export function rememberGroup(queryClient: QueryClient, api: Api, group: Group): void {
  queryClient.setQueryData(api.groups.get.key({ params: { id: group.id } }), group);
  void queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
  void queryClient.invalidateQueries({ queryKey: api.sessions.list.key() });
}

/** Refetches every list of groups. */
export const useRefreshGroups = () => useRefresh((api) => [api.groups.list.key()]);

/** Puts a picture from a call's answer into the cache. */
export function rememberPicture(queryClient: QueryClient, api: Api, picture: Picture): void {
  queryClient.setQueryData(api.files.get.key({ params: { id: picture.id } }), picture);
}

/** Calls on a group outside the editor's form; they reject with an `ApiError`. */
export function useGroupCalls() {
  const api = useApi();
  const queryClient = useQueryClient();
  return {
    setStatus: async (id: string, status: StatusChange & { version?: number }): Promise<Group> => {
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
