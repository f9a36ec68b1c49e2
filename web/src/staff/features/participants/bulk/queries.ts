import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BulkJob, BulkReason, BulkRowState } from '@vpisnik/contract/bulk-jobs';
import { isPaymentAct } from '@vpisnik/contract/rules/bulk';
import { limits } from '@vpisnik/contract/rules/limits';
import { type Api, useApi } from '../../../../lib/api.ts';
import { refreshLists, useRefreshNotes } from '../queries.ts';

/** A job as it was last heard of; what watches it puts its news there. */
export const jobQuery = (api: Api, id: string) =>
  queryOptions({ ...api.bulk_jobs.get.options({ params: { id } }), staleTime: Number.POSITIVE_INFINITY });

/** Takes in a job from an answer or an event. */
export const rememberJob = (queryClient: QueryClient, api: Api, job: BulkJob): void => {
  queryClient.setQueryData(jobQuery(api, job.id).queryKey, job);
};

/** Fetches anew what bulk work may have changed: lists, counts, and the open participant with notes, payments and history. */
export function useRefreshPeople(): () => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const refreshNotes = useRefreshNotes();
  return () => {
    refreshLists(queryClient, api);
    void refreshNotes();
    const { dashboard, fee_plans, participants, payments } = api;
    const { list, summary, ofParticipant } = payments;
    for (const { key } of [
      participants.get,
      list,
      summary,
      ofParticipant,
      fee_plans.proposal,
      dashboard.facts,
    ])
      void queryClient.invalidateQueries({ queryKey: key() });
  };
}

/** Work of the last weeks page by page, the latest first: the caller's, or everybody's for those who may see it. */
export const recentJobsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...api.bulk_jobs.list.key({ query: {} }), 'recent'],
    queryFn: ({ pageParam, signal }) =>
      api.bulk_jobs.list({ query: { limit: 20, ...(pageParam && { last_id: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
    staleTime: 0,
  });

type Narrowed = { state?: BulkRowState[]; reason?: BulkReason[] };

/** What became of a job's rows, page by page. */
export const jobRowsQuery = (api: Api, id: string, narrowed: Narrowed) =>
  infiniteQueryOptions({
    queryKey: [...api.bulk_jobs.rows.key({ params: { id }, query: narrowed }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.bulk_jobs.rows(
        { params: { id }, query: { ...narrowed, limit: 50, ...(pageParam && { last_id: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });

/** The ids of what all rows of a job that are so are about, without those that are gone. */
export async function jobIds(api: Api, job: BulkJob, narrowed: Narrowed): Promise<string[]> {
  const { id } = job;
  const ids: string[] = [];
  let last_id: string | null = null;
  do {
    const query = { ...narrowed, limit: limits.pageMax, ...(last_id && { last_id }) };
    const page: Awaited<ReturnType<typeof api.bulk_jobs.rows>> = await api.bulk_jobs.rows({
      params: { id },
      query,
    });
    for (const { name, participant_id, payment } of page.results) {
      const subject = isPaymentAct(job.kind) ? payment?.id : participant_id;
      if (name !== null && subject) ids.push(subject);
    }
    last_id = page.last_id;
  } while (last_id !== null);
  return ids;
}
