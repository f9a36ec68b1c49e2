import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Installation } from '@vpisnik/contract/installation';
import { ApiError } from '@vpisnik/contract/kit';
import { type Api, useApi } from '../../../../lib/api.ts';
import { takeNotice } from '../../../../lib/notice.ts';

/** What the operator has chosen; never cached for the form, whose initial values must be fresh. */
export const installationQuery = (api: Api) =>
  queryOptions({
    ...api.installation.get.options(),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Takes in what was saved: here, and in the notice above every page. */
export function useRememberInstallation(): (saved: Installation) => void {
  const queryClient = useQueryClient();
  const api = useApi();
  return (saved) => {
    queryClient.setQueryData(api.installation.get.key({}), saved);
    const { notice, read_only, version } = saved;
    takeNotice(read_only || notice.sl || notice.en ? { texts: notice, read_only, version } : null);
  };
}

/**
 * Switches read-only mode. It is about nothing but the switch, so what others change at the same time is no conflict.
 *
 * @throws {ApiError}
 */
export async function switchReadOnly(
  api: Api,
  read_only: boolean,
  { version }: Pick<Installation, 'version'>,
): Promise<Installation> {
  const change = (at: number) => api.installation.update({ body: { version: at, read_only } });
  return change(version).catch((error: unknown) => {
    const problem = error instanceof ApiError ? error.problem : undefined;
    if (problem?.code !== 'edit_conflict') throw error;
    return change((problem.current as Installation).version);
  });
}
