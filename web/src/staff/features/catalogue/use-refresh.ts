import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { useCatalogue } from './calls.ts';

/** Has the lists that show the catalogue fetched anew, also those of groups. */
export function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { calls } = useCatalogue();
  const api = useApi();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
    await queryClient.invalidateQueries({ queryKey: calls.list.key() });
  };
}
