import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { ApiError, type Input } from '@vpisnik/contract/kit';
import type { Participant, ParticipantStatus, ParticipantSummary } from '@vpisnik/contract/participants';
import { participantStatuses } from '@vpisnik/contract/rules/statuses';
import { type Api, useApi } from '../../../lib/api.ts';
import { type ListCall, type PageQuery, pagesQuery, wholeQuery } from '../../../lib/pages-query.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import { filtersOf, type ParticipantFilters, type ParticipantsSearch } from './address.ts';

const minute = 60_000;

type Page = { results: ParticipantSummary[]; last_id: string | null; total?: number | undefined };

/** What stands in the cache below the key of a list: its pages, all its rows, or their count. */
type Listed = InfiniteData<Page> | { results: ParticipantSummary[] } | number;

type ListQuery = ParticipantFilters &
  Pick<ParticipantsSearch, 'sort'> & {
    /** Fields and questions whose answers the rows tell. */
    with_answers?: string[];
    with_balances?: 'true';
    neighbours_of?: string;
  };

/** The list of participants page by page: the organisation's, or one group's roster. */
export function participantListQuery(
  api: Api,
  search: ParticipantsSearch,
  groupId: string | null,
  answers: readonly string[] = [],
  balances = false,
) {
  const query: ListQuery = {
    ...filtersOf(search),
    ...(search.sort && { sort: search.sort }),
    ...(answers.length > 0 && { with_answers: [...answers] }),
    ...(balances && { with_balances: 'true' as const }),
  };
  return pagesQuery(callOf(api, groupId), query);
}

/** How many participants a filter leaves. */
export const matchingCountQuery = (api: Api, filters: ParticipantFilters, groupId: string | null) => {
  const call = callOf(api, groupId);
  const query = { ...filters, limit: 1, with_total: 'true' as const };
  return queryOptions({
    queryKey: [...call.key({ query }), 'count'],
    queryFn: async ({ signal }) => (await call({ query }, { signal })).total ?? 0,
  });
};

type Neighbours = { previous: string | null; next: string | null };
type NeighboursCall = (
  input: { query: ListQuery & PageQuery },
  init: { signal: AbortSignal },
) => Promise<{ results: ParticipantSummary[]; neighbours?: Neighbours | undefined }>;

/** Who stands before and after a participant in a list, which need have loaded neither. */
export function neighboursQuery(api: Api, search: ParticipantsSearch, groupId: string | null, id: string) {
  const call = callOf(api, groupId);
  const ask: NeighboursCall = call;
  const sort = search.sort && { sort: search.sort };
  const query = { ...filtersOf(search), ...sort, limit: 1, neighbours_of: id };
  return queryOptions({
    queryKey: [...call.key({ query }), 'neighbours'],
    queryFn: async ({ signal }) =>
      (await ask({ query }, { signal })).neighbours ?? { previous: null, next: null },
  });
}

const callOf = (api: Api, groupId: string | null): ListCall<ParticipantSummary, ListQuery> =>
  groupId === null ? api.participants.list : rosterOf(api, groupId);

/** A group's roster, called like the list of all. */
function rosterOf(api: Api, id: string): ListCall<ParticipantSummary, ListQuery> {
  const { ofGroup } = api.participants;
  const inputOf = ({ query }: { query: ListQuery & PageQuery }) => {
    const { group_id: _, category_id: __, location_id: ___, leader_id: ____, ...own } = query;
    const { period: _____, payment: ______, ...roster } = own;
    return { params: { id }, query: roster };
  };
  return Object.assign(
    (input: { query: ListQuery & PageQuery }, init?: RequestInit) => ofGroup(inputOf(input), init),
    { key: (input?: { query: ListQuery & PageQuery }) => ofGroup.key(input && inputOf(input)) },
  );
}

/** All participants of a group in the given statuses, by name; fetches every page, since paper cannot load more. */
export const wholeRosterQuery = (api: Api, id: string, status: ParticipantStatus[]) =>
  wholeQuery(rosterOf(api, id), { status, sort: 'name' });

const onItsWay = ['queued', 'sending'];

/** One participant; asked again while a mail is on its way, so that its state is seen to change. */
export const participantQuery = (api: Api, id: string) =>
  queryOptions({
    ...api.participants.get.options({ params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.mails.some(({ state }) => onItsWay.includes(state)) ? 10_000 : false,
  });

type RecordsCall<Row> = ((
  input: { params: { id: string }; query: { limit: number; last_id?: string } },
  init?: RequestInit,
) => Promise<{ results: Row[]; last_id: string | null }>) & {
  key: (input: { params: { id: string } }) => readonly unknown[];
};

/** Records of a participant, page by page. */
const recordsQuery = <Row>(call: RecordsCall<Row>, id: string, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...call.key({ params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call({ params: { id }, query: { limit, ...(pageParam && { last_id: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });

/** The staff's notes about a participant: the pinned one, then the latest first. */
export const notesQuery = (api: Api, id: string) => recordsQuery(api.participant_notes.list, id, 20);

/** What happened to a participant, the latest first. */
export const historyQuery = (api: Api, id: string) => recordsQuery(api.participant_history.list, id, 10);

/** Fetches notes and history anew, after a note was written, changed or deleted, or bulk work has changed participants. */
export function useRefreshNotes() {
  const { participant_notes, participant_history } = useApi();
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [participant_notes.list, participant_history.list].map((call) =>
        queryClient.invalidateQueries({ queryKey: call.key() }),
      ),
    );
}

/** Counts of participants in scope by status; new applications show within a minute. */
export const countsQuery = (api: Api) =>
  queryOptions({ ...api.participants.counts.options(), refetchInterval: minute });

/** How many they are of all statuses. */
export const countAll = (counts: Record<ParticipantStatus, number>): number =>
  participantStatuses.reduce((sum, status) => sum + counts[status], 0);

/** Counts of a group's participants by status. */
export const rosterCountsQuery = (api: Api, groupId: string) =>
  queryOptions(api.participants.counts.options({ query: { group_id: groupId } }));

/** Every group in scope, by its name in a language. */
export const allGroupsQuery = (api: Api, language: Locale) =>
  queryOptions({
    ...wholeQuery(api.groups.list, { language }),
    select: ({ results }: { results: GroupSummary[] }) => results,
    staleTime: minute,
  });

/** The filters of groups that a list has; of a roster its group. */
export function groupFilterOf(search: ParticipantsSearch, groupId: string | null) {
  if (groupId !== null) return { group_id: [groupId] };
  const { group_id, category_id, location_id, leader_id, period } = search;
  return {
    ...(group_id && { group_id }),
    ...(category_id && { category_id }),
    ...(location_id && { location_id }),
    ...(leader_id && { leader_id }),
    ...(period && { period }),
  };
}

/** The own questions of groups. */
export const ownQuestionsQuery = (api: Api, groups: ReturnType<typeof groupFilterOf>) =>
  queryOptions({ ...api.participants.questions.options({ query: groups }), staleTime: minute });

/** Complete lists that filters and columns are chosen from. */
export const referenceQueries = {
  categories: (api: Api) => wholeQuery(api.categories.list, {}),
  locations: (api: Api) => wholeQuery(api.locations.list, {}),
  /** Includes former users who still lead a group. */
  leaders: (api: Api) => api.users.leaders.options({ query: { former: 'true' } }),
  formFields: (api: Api) => wholeQuery(api.form_fields.list, {}),
};

/** The group, for its places and schedule; shares the cache of the group's own screen. */
export const groupQuery = (api: Api, id: string) => queryOptions(api.groups.get.options({ params: { id } }));

/**
 * Puts a participant from a call's answer into the caches. Rows keep their place even when they no longer match the
 * filters, so that a review one after another does not lose its position; counts are refetched. An answer that was not given
 * before refetches the lists on the screen, since a row does not tell whether its columns ask for it.
 */
export function rememberParticipant(queryClient: QueryClient, api: Api, participant: Participant): void {
  const { queryKey: ownKey } = participantQuery(api, participant.id);
  const before = queryClient.getQueryData(ownKey);
  const hasNewAnswer =
    before !== undefined &&
    participant.answers.some(({ field_id }) => !before.answers.some((one) => one.field_id === field_id));
  queryClient.setQueryData(ownKey, participant);
  void queryClient.invalidateQueries({ queryKey: api.participant_history.list.key() });
  const replace = (data: Listed | undefined) =>
    typeof data === 'object' && 'pages' in data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            results: page.results.map((row) =>
              row.id === participant.id
                ? { ...row, ...participant, answers: answersOf(row, participant) }
                : row,
            ),
          })),
        }
      : data;
  for (const queryKey of listKeys(api)) {
    queryClient.setQueriesData<Listed>({ queryKey }, replace);
    void queryClient.invalidateQueries({ queryKey, refetchType: hasNewAnswer ? 'active' : 'none' });
  }
  recount(queryClient, api);
}

/** The answers that a row's columns ask for, as they are now. */
const answersOf = ({ answers }: ParticipantSummary, now: Participant): ParticipantSummary['answers'] =>
  answers?.flatMap((old) => {
    const answer = now.answers.find(({ field_id }) => field_id === old.field_id);
    return answer ? [{ ...old, ...answer }] : [];
  });

type Change = Omit<Input<typeof contract.participants.update>['body'], 'version'>;

/** Changes some fields of a participant, on top of the version that the caller knows. */
export function useUpdateParticipant() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (
    { id, version }: Pick<Participant, 'id' | 'version'>,
    change: Change,
  ): Promise<Participant> => {
    const participant = await api.participants.update({ params: { id }, body: { ...change, version } });
    rememberParticipant(queryClient, api, participant);
    return participant;
  };
}

/** Sends a mail once more, to a corrected address if one is given; refetches a participant who has changed meanwhile. */
export function useSendAgain() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (
    id: string,
    mailId: string,
    body: Input<typeof contract.participants.sendMailAgain>['body'],
  ): Promise<Participant> => {
    try {
      const participant = await api.participants.sendMailAgain({ params: { id: mailId }, body });
      rememberParticipant(queryClient, api, participant);
      return participant;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) rereadParticipant(queryClient, api, id);
      throw error;
    }
  };
}

/** Takes in a participant after a decision, or its undoing; payments come and go with a place. */
export function rememberDecided(queryClient: QueryClient, api: Api, participant: Participant): void {
  rememberParticipant(queryClient, api, participant);
  for (const { key } of [api.payments.ofParticipant, api.fee_plans.proposal])
    void queryClient.invalidateQueries({ queryKey: key() });
}

/** Refetches a participant after a call that found another version. */
export function rereadParticipant(queryClient: QueryClient, api: Api, id: string): void {
  void queryClient.invalidateQueries({ queryKey: participantQuery(api, id).queryKey });
}

/** Forgets a deleted participant. */
export function forgetParticipant(queryClient: QueryClient, api: Api, id: string): void {
  queryClient.removeQueries({ queryKey: participantQuery(api, id).queryKey });
  refreshLists(queryClient, api);
}

/** Refetches lists and counts after a participant was added, removed or moved. */
export function refreshLists(queryClient: QueryClient, api: Api): void {
  for (const queryKey of listKeys(api)) void queryClient.invalidateQueries({ queryKey });
  recount(queryClient, api);
}

const listKeys = (api: Api) => [api.participants.list.key(), api.participants.ofGroup.key()];

function recount(queryClient: QueryClient, api: Api): void {
  const { participants, groups, sessions, families, offers, dashboard } = api;
  for (const queryKey of [
    participants.counts.key(),
    groups.list.key(),
    groups.get.key(),
    sessions.list.key(),
    families.ofParticipant.key(),
    families.get.key(),
    offers.ofGroup.key(),
    dashboard.facts.key(),
  ])
    void queryClient.invalidateQueries({ queryKey });
}
