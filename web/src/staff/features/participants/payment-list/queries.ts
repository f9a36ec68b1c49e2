import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../../lib/api.ts';
import { pagesQuery } from '../../../../lib/pages-query.ts';
import { filtersOf, type PaymentFilters, type PaymentsSearch } from './address.ts';

/** Payments page by page: the organisation's, or one group's. */
export function paymentListQuery(api: Api, search: PaymentsSearch, groupId: string | null) {
  return pagesQuery(api.payments.list, {
    ...ofPlace(filtersOf(search), groupId),
    ...(search.sort && { sort: search.sort }),
  });
}

/** Counts and sums by state of what a filter leaves, whatever state it asks for. */
export function sumsQuery(api: Api, search: PaymentsSearch, groupId: string | null) {
  const { status: _, ...filters } = filtersOf(search);
  return queryOptions(api.payments.summary.options({ query: ofPlace(filters, groupId) }));
}

/** How many payments there are at all. */
export const paymentCountQuery = (api: Api) => {
  const query = { limit: 1, with_total: 'true' as const };
  return queryOptions({
    queryKey: [...api.payments.list.key({ query }), 'count'],
    queryFn: async ({ signal }) => (await api.payments.list({ query }, { signal })).total ?? 0,
    staleTime: 60_000,
  });
};

/** Filters of a place: those of a group's payments with the group. */
export const ofPlace = (filters: PaymentFilters, groupId: string | null): PaymentFilters =>
  groupId === null ? filters : { ...filters, group_id: [groupId] };

/** Fetches lists, sums and counts of payments anew, and the history of their participant. */
export function refreshPayments(queryClient: QueryClient, api: Api, participantId: string): void {
  const { payments, participant_history, participants, dashboard } = api;
  for (const queryKey of [
    payments.list.key(),
    payments.summary.key(),
    payments.account.key(),
    payments.ofParticipant.key({ params: { id: participantId } }),
    participant_history.list.key(),
    participants.list.key(),
    participants.ofGroup.key(),
    dashboard.facts.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}
