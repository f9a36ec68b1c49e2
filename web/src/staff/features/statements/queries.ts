import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input } from '@vpisnik/contract/kit';
import { type Api, useApi } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useRefresh } from '../../../lib/use-refresh.ts';

/** One statement with its transfers and what they probably pay. */
export const statementQuery = (api: Api, id: string) =>
  queryOptions(api.statements.get.options({ params: { id } }));

/** Imported statements, page by page. */
export const statementsQuery = (api: Api) => infiniteQueryOptions(pagesQuery(api.statements.list, {}));

/** Transfers of which something waits for a payment, page by page, with how much that is. */
export const waitingQuery = (api: Api) => {
  const query = { limit: 50, with_total: 'true' as const };
  return infiniteQueryOptions({
    queryKey: [...api.bank_entries.list.key({ query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.bank_entries.list({ query: { ...query, ...(pageParam && { last_id: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });
};

/** Payments that a transfer may pay. */
export const payableQuery = (api: Api, id: string, search: string) =>
  queryOptions(api.bank_entries.payments.options({ params: { id }, query: { search } }));

type Entries = Input<typeof contract.statements.confirm>['body']['entries'];
type Columns = NonNullable<Input<typeof contract.statements.table>['query']>;
type Change = Input<typeof contract.bank_entries.update>['body'];

/** The calls that book transfers; what shows them or a payment is fetched anew afterwards. */
export function useStatementCalls() {
  const api = useApi();
  const refresh = useRefresh((all) => [
    all.statements.get.key(),
    all.statements.list.key(),
    all.bank_entries.list.key(),
    all.bank_entries.payments.key(),
    all.payments.list.key(),
    all.payments.summary.key(),
    all.payments.ofParticipant.key(),
    all.participant_history.list.key(),
    all.dashboard.facts.key(),
  ]);
  return {
    /** What a table would be imported as. */
    look: (file: Blob, columns: Columns, init: { transport?: typeof fetch; signal?: AbortSignal }) =>
      api.statements.table({ query: columns, file }, init),
    upload: async (file: Blob, file_name: string, transport: typeof fetch, columns: Columns = {}) => {
      const made = await api.statements.upload({ query: { file_name, ...columns }, file }, { transport });
      void refresh();
      return made;
    },
    take: async (id: string, keys: string[]) => {
      const made = await api.statements.take({ params: { id }, body: { keys } });
      await refresh();
      return made;
    },
    confirm: async (id: string, entries: Entries) => {
      const told = await api.statements.confirm({ params: { id }, body: { entries } });
      await refresh();
      return told;
    },
    setAside: async (id: string, body: Change) => {
      const told = await api.bank_entries.update({ params: { id }, body });
      await refresh();
      return told;
    },
    undo: async (id: string) => {
      const told = await api.statements.undo({ params: { id } });
      await refresh();
      return told;
    },
  };
}
