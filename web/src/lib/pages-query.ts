import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { limits } from '@vpisnik/contract/rules/limits';

type Page<Row> = { results: Row[]; last_id: string | null; total?: number | undefined };

/** Query parameters of every paged list. */
export type PageQuery = { limit: number; last_id?: string; with_total?: 'true' };

/** A list call of the client, `api.categories.list` for instance. */
export type ListCall<Row, Query extends object> = ((
  input: { query: Query & PageQuery },
  init?: RequestInit,
) => Promise<Page<Row>>) & { key: (input?: { query: Query & PageQuery }) => readonly unknown[] };

const pageSize = 50;

/** A list page by page, with its total. */
export function pagesQuery<Row, Query extends object>(
  call: ListCall<Row, Query>,
  filters: Query,
  limit = pageSize,
) {
  const query = { ...filters, limit, with_total: 'true' as const };
  return infiniteQueryOptions({
    queryKey: [...call.key({ query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call({ query: { ...query, ...(pageParam && { last_id: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.last_id,
  });
}

/** Query of a complete list, for choices among all rows; fetches the largest pages allowed. */
export function wholeQuery<Row, Query extends object>(call: ListCall<Row, Query>, filters: Query) {
  const query = { ...filters, limit: limits.pageMax };
  return queryOptions({
    queryKey: [...call.key({ query }), 'whole'],
    queryFn: async ({ signal }) => {
      const results: Row[] = [];
      let last_id: string | null = null;
      do {
        const page: Page<Row> = await call({ query: { ...query, ...(last_id && { last_id }) } }, { signal });
        results.push(...page.results);
        last_id = page.last_id;
      } while (last_id !== null);
      return { results };
    },
  });
}
