import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Family, FamilyOfParticipant } from '@vpisnik/contract/families';
import type { Input } from '@vpisnik/contract/kit';
import { type Api, useApi } from '../../../../lib/api.ts';
import { refreshLists } from '../queries.ts';

/** A participant's family, and who else is probably in it. */
export const familyOfQuery = (api: Api, participantId: string) =>
  queryOptions(api.families.ofParticipant.options({ params: { id: participantId } }));

/** One family with its children, their groups, the contact and its latest mails. */
export const familyQuery = (api: Api, id: string) =>
  queryOptions(api.families.get.options({ params: { id } }));

/** Participants in scope who are found by a search. */
export const foundQuery = (api: Api, search: string) =>
  queryOptions({ ...api.participants.find.options({ query: { search } }), enabled: search.length > 1 });

type JoinBody = Input<typeof contract.families.join>['body'];
type ContactBody = Input<typeof contract.families.setContact>['body'];

/** The calls that change families; what shows one, a member or its history is fetched anew afterwards. */
export function useFamilyCalls() {
  const api = useApi();
  const queryClient = useQueryClient();
  const refresh = () => {
    const { families, participant_history } = api;
    for (const call of [families.ofParticipant, families.get, participant_history.list])
      void queryClient.invalidateQueries({ queryKey: call.key() });
  };
  const remember = (id: string, told: FamilyOfParticipant) => {
    queryClient.setQueryData(familyOfQuery(api, id).queryKey, told);
    refresh();
    return told;
  };
  return {
    refresh,
    join: async (id: string, body: JoinBody) =>
      remember(id, await api.families.join({ params: { id }, body })),
    refuse: async (id: string, participant_ids: string[]) =>
      remember(id, await api.families.refuse({ params: { id }, body: { participant_ids } })),
    separate: async (id: string) => {
      await api.families.separate({ params: { id } });
      refresh();
    },
    setContact: async (id: string, body: ContactBody): Promise<Family> => {
      const family = await api.families.setContact({ params: { id }, body });
      queryClient.setQueryData(familyQuery(api, id).queryKey, family);
      refresh();
      void queryClient.invalidateQueries({ queryKey: api.participants.get.key() });
      refreshLists(queryClient, api);
      return family;
    },
  };
}
