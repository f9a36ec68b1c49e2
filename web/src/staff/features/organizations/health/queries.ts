import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Api, useApi } from '../../../../lib/api.ts';

/** How the installation is; looked at again each minute, and more often while a backup is being made. */
export const healthQuery = (api: Api) =>
  queryOptions({
    ...api.platform_health.read.options(),
    refetchInterval: ({ state: { data } }) => (data?.backups.running ? 3_000 : 60_000),
  });

/** Has it read again. */
export function useRefreshHealth(): () => Promise<void> {
  const queryClient = useQueryClient();
  const api = useApi();
  return () => queryClient.invalidateQueries({ queryKey: api.platform_health.read.key({}) });
}
