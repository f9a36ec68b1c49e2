import { firstCalls } from 'virtual:first-calls';
import { type FetchInfiniteQueryOptions, type FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import { createClient } from '@vpisnik/contract/kit';
import type { Api } from '../../lib/api.ts';
import { page } from '../../lib/session/page.ts';
import type { Locale } from '../../lib/text/locale.ts';

type Opened = { api: Api; search: Record<string, unknown>; locale: Locale; timeZone: string };

// each query has data of its own
// biome-ignore lint/suspicious/noExplicitAny: what one makes of another's is never asked
type Any = any;

/** What the first rows of a page are made of, as the queries that the page itself uses. */
export type FirstQueries = (opened: Opened) => {
  /** Comes page by page. */
  list?: FetchInfiniteQueryOptions<Any, Any, Any, Any, Any>;
  others: readonly FetchQueryOptions<Any, Any, Any, Any>[];
};

const pages: Record<string, () => Promise<{ firstQueries: FirstQueries }>> = {
  '/dashboard': () => import('./dashboard.ts'),
  '/groups': () => import('./groups.ts'),
  '/participants': () => import('./participants.ts'),
};

/** Answers from what came with the session, and never asks the network. */
const early: Api = createClient<typeof contract>(firstCalls, {
  baseUrl: '/api',
  fetch: async (url) => {
    const answer = page().takeEarly(url);
    if (!answer) throw new DOMException('It did not come with the session', 'AbortError');
    return answer;
  },
});

/**
 * Fetches the code that knows a page's first queries; what it resolves to puts the answers that came with the session into
 * the cache. The page's first commit then has its rows: one after the other would be laid out twice, and move.
 */
export async function readAhead(pathname: string) {
  const load = pages[pathname];
  const { firstQueries } = (await load?.().catch(() => undefined)) ?? {};
  return async (queryClient: QueryClient, opened: Omit<Opened, 'api'>): Promise<void> => {
    const once = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    const keep = async ({ queryKey }: { queryKey: readonly unknown[] }, data: Promise<unknown>) =>
      data.then(
        (there) => void queryClient.setQueryData(queryKey, there),
        // the page asks for what did not come
        () => {},
      );
    const { list, others = [] } = firstQueries?.({ api: early, ...opened }) ?? {};
    const counts = early.participants.counts.options();
    await Promise.all([
      list && keep(list, once.fetchInfiniteQuery(list)),
      ...[counts, ...others].map((query) => keep(query, once.fetchQuery(query))),
    ]);
  };
}
