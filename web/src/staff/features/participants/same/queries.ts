import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SamePerson } from '@vpisnik/contract/same-person';
import { type Api, useApi } from '../../../../lib/api.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { isGone } from '../../../../lib/gone.ts';
import { forgetParticipant, refreshLists, rereadParticipant } from '../queries.ts';

/** What of a participant may be, or is, the same person's. */
export const samePersonQuery = (api: Api, id: string) =>
  queryOptions(api.same_person.get.options({ params: { id } }));

/** Two applications side by side. */
export const comparisonQuery = (api: Api, id: string, otherId: string) =>
  queryOptions({
    ...api.same_person.compare.options({ params: { id }, query: { other_id: otherId } }),
    // a merge is of the shown fields
    staleTime: 0,
  });

/** Whether a call found that one of two applications was merged or deleted meanwhile. */
export const isEitherGone = (error: unknown) =>
  isGone(error) || refusedFields(error).some(({ code }) => code === 'unknown_id');

/** Puts what is known of one participant's likeness into the cache; of all others it is asked anew. */
export function rememberSamePerson(queryClient: QueryClient, api: Api, id: string, known: SamePerson): void {
  void queryClient.invalidateQueries({ queryKey: api.same_person.get.key() });
  queryClient.setQueryData(samePersonQuery(api, id).queryKey, known);
}

/** Fetches anew what a merge of two participants, or its undoing, has changed. */
export function useRefreshMerged() {
  const api = useApi();
  const queryClient = useQueryClient();
  return (id: string, otherId: string, isMerged: boolean) => {
    if (isMerged) forgetParticipant(queryClient, api, otherId);
    else refreshLists(queryClient, api);
    rereadParticipant(queryClient, api, id);
    for (const queryKey of [
      api.same_person.get.key(),
      api.participant_history.list.key(),
      api.participant_notes.list.key(),
    ])
      void queryClient.invalidateQueries({ queryKey });
    // the page that merged still shows the two, one of which is not there any more
    const refetchType = isMerged ? 'none' : 'active';
    void queryClient.invalidateQueries({ queryKey: api.same_person.compare.key(), refetchType });
  };
}

/** Fetches a comparison anew, after one of the two was found changed. */
export function useRefreshComparison() {
  const { same_person } = useApi();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: same_person.compare.key() });
}
