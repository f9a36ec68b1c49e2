import { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import type { SessionStore } from '../lib/session/context.ts';
import { PagePending } from './layout/PagePending.tsx';
import { RouteFailure } from './layout/RouteFailure.tsx';
import { routeTree } from './routeTree.gen.ts';

/**
 * Query client of the staff app. A refusal (4xx) is final, other errors are retried twice. Offline, queries fail visibly
 * instead of pausing with stale data, and refetch when the connection is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
}

/** The router over the file routes; `session` and `queryClient` reach every route by its context. */
export function createAppRouter(session: SessionStore, queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    context: { session, queryClient },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A skeleton that flashes is worse than none.
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RouteFailure,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
