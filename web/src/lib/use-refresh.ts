import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type Api, useApi } from './api.ts';

/** Refetches everything below the given keys; resolves when what is shown of it has come. */
export function useRefresh(keysOf: (api: Api) => readonly QueryKey[]): () => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return async () => {
    await Promise.all(keysOf(api).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
}
