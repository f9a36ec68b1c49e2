import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';

/** Refetches the lists that show the catalogue, also those of groups. */
export function useRefresh(calls: { list: { key: () => readonly unknown[] } }): () => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.groups.list.key() });
    await queryClient.invalidateQueries({ queryKey: calls.list.key() });
  };
}
