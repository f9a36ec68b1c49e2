import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { OfferStanding } from '@vpisnik/contract/offers';
import type { Participant, ParticipantSummary } from '@vpisnik/contract/participants';
import type { Api } from '../../../../lib/api.ts';
import { participantQuery, refreshLists, rememberParticipant, rereadParticipant } from '../queries.ts';

/** How a group's offers stand, and to whom `count` of them would go; without a count, as many as can be made at once. */
export const offersQuery = (api: Api, groupId: string, count?: number) =>
  queryOptions(
    api.offers.ofGroup.options({ params: { id: groupId }, ...(count !== undefined && { query: { count } }) }),
  );

/** People of one address in a queue that are told apart at most. */
const MOST_SIBLINGS = 20;

type Address = Pick<Participant, 'group_id' | 'email'>;

/** Everybody with an address who waits in its group, with the person who is asked about. */
export const sameAddressQuery = (api: Api, { group_id, email }: Address) =>
  queryOptions({
    ...api.participants.ofGroup.options({
      params: { id: group_id },
      query: { status: ['waitlisted'], search: email ?? '', sort: 'application_date', limit: MOST_SIBLINGS },
    }),
    enabled: email !== null,
    select: ({ results }: { results: ParticipantSummary[] }) =>
      results.filter((one) => one.email?.toLowerCase() === email?.toLowerCase()),
  });

/** Takes in someone after an act about an offer; those who are tied to them have changed too. */
export function rememberOffered(queryClient: QueryClient, api: Api, participant: Participant): void {
  const before = queryClient.getQueryData(participantQuery(api, participant.id).queryKey);
  rememberParticipant(queryClient, api, participant);
  if (participant.offer_tie !== null || before?.offer_tie) refreshLists(queryClient, api);
}

/** Takes in how a group's offers stand after some were made, and fetches those who got them. */
export function rememberOffers(
  queryClient: QueryClient,
  api: Api,
  groupId: string,
  now: OfferStanding,
): void {
  refreshLists(queryClient, api);
  queryClient.setQueryData(offersQuery(api, groupId).queryKey, now);
  void queryClient.invalidateQueries({ queryKey: api.participants.get.key() });
}

/** Takes in what a refused act tells: the row as it is now, else it is fetched again with how the offers stand. */
export function rereadOffers(queryClient: QueryClient, api: Api, id: string, error: unknown): void {
  const current =
    error instanceof ApiError && error.code === 'edit_conflict' ? error.problem?.current : undefined;
  if (current) rememberParticipant(queryClient, api, current as Participant);
  else rereadParticipant(queryClient, api, id);
  refreshLists(queryClient, api);
}

/** Fetches anew how offers stand, after some were refused. */
export function rereadStanding(queryClient: QueryClient, api: Api): void {
  void queryClient.invalidateQueries({ queryKey: api.offers.ofGroup.key() });
}
