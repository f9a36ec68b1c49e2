import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { type Api, useApi } from '../../../lib/api.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** Milliseconds between two looks at how far an archive is. */
const LOOK = 2_000;

/** The organisation's latest archive, followed while it is being made. */
export const latestArchiveQuery = (api: Api) =>
  queryOptions({
    ...api.organization_archives.latest.options(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK : false),
  });

/** Takes in an archive that was just asked for. */
export function useRememberArchive(): (archive: OrganizationArchive) => void {
  const queryClient = useQueryClient();
  const api = useApi();
  return (archive) => queryClient.setQueryData(latestArchiveQuery(api).queryKey, archive);
}

/** Looks anew how the latest archive stands. */
export const useRefreshArchive = () => useRefresh((api) => [api.organization_archives.latest.key()]);
