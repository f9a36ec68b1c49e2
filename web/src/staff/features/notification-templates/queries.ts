import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import type { Template, TemplateVersion } from '@vpisnik/contract/notification-templates';
import { type Api, useApi } from '../../../lib/api.ts';
import { type ListCall, type PageQuery, wholeQuery } from '../../../lib/pages-query.ts';

/** What a preview is asked for. */
export type PreviewBody = Input<typeof contract.template_previews.show>['body'];

/** All templates; there are a few of each type. */
export const templatesQuery = (api: Api) => wholeQuery(api.notification_templates.list, {});

/** One template for its form; never cached, since the form's initial values must be fresh. */
export const templateQuery = (api: Api, id: string) =>
  queryOptions({
    ...api.notification_templates.get.options({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What a template said before, the latest first. */
export function versionsQuery(api: Api, id: string) {
  const { versions } = api.notification_templates;
  const call: ListCall<TemplateVersion, object> = Object.assign(
    ({ query }: { query: PageQuery }, init?: RequestInit) => versions({ params: { id }, query }, init),
    { key: (input?: { query: PageQuery }) => versions.key(input && { params: { id }, query: input.query }) },
  );
  return { ...wholeQuery(call, {}), staleTime: 0 };
}

/** The mail that a template makes; the one before stays while the next is made. */
export const previewQuery = (api: Api, id: string, body: PreviewBody) =>
  queryOptions({
    queryKey: api.template_previews.show.key({ params: { id }, body }),
    queryFn: ({ signal }) => api.template_previews.show({ params: { id }, body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Participants in scope who are found by a search. */
export const foundQuery = (api: Api, search: string) =>
  queryOptions({ ...api.participants.find.options({ query: { search } }), enabled: search.length > 1 });

/** Takes in a changed template, and has the lists fetched anew. */
export function useRememberTemplate(): (row?: Template) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (row) => {
    const { notification_templates } = api;
    if (row) queryClient.setQueryData(templateQuery(api, row.id).queryKey, row);
    void queryClient.invalidateQueries({ queryKey: notification_templates.versions.key() });
    await queryClient.invalidateQueries({ queryKey: notification_templates.list.key() });
  };
}
