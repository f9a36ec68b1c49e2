import { useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import type { Participant } from '@vpisnik/contract/participants';
import { useApi } from '../../../lib/api.ts';
import { rememberParticipant } from './queries.ts';

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
