import type { QueryClient } from '@tanstack/react-query';
import type { PersonImport } from '@vpisnik/contract/participant-imports';
import type { Api } from '../../../../lib/api.ts';

/** An upload of the caller's; nothing but this browser changes it. */
export const peopleImportQuery = (api: Api, id: string) => ({
  ...api.participant_imports.get.options({ params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Puts an upload into the cache, as it is after a call. */
export function rememberPeopleImport(queryClient: QueryClient, api: Api, made: PersonImport): void {
  queryClient.setQueryData(peopleImportQuery(api, made.id).queryKey, made);
}
