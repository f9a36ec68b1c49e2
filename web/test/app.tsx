import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from 'vitest-browser-react';
import { ApiProvider } from '../src/lib/api.ts';
import { SessionProvider, type SessionState } from '../src/lib/session/context.ts';
import { startI18n } from '../src/lib/text/i18n.ts';
import type { Locale } from '../src/lib/text/locale.ts';
import { AppFrame } from '../src/staff/AppFrame.tsx';
import { createAppRouter, createQueryClient } from '../src/staff/router.tsx';
import { sessionOf, sessionStore } from './render.tsx';
import { type Answers, fakeApi } from './servers/fake-api.ts';

type Options = { path: string; answers: Answers; session?: SessionState; locale?: Locale };

/** The whole staff app at an address, for screens that live by their address. */
export async function renderApp({ path, answers, session, locale = 'sl' }: Options) {
  await startI18n(locale);
  const store = sessionStore(session ?? sessionOf('ORGANIZATION_ADMIN'));
  const queryClient = createQueryClient();
  const { networkMode = 'online', refetchOnReconnect = true } = queryClient.getDefaultOptions().queries ?? {};
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode, refetchOnReconnect } });
  const router = createAppRouter(store, queryClient, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const screen = await render(
    <AppFrame>
      <QueryClientProvider client={queryClient}>
        <SessionProvider value={store}>
          <ApiProvider value={fakeApi(answers)}>
            <RouterProvider router={router} />
          </ApiProvider>
        </SessionProvider>
      </QueryClientProvider>
    </AppFrame>,
  );
  return { screen, router, store };
}
