import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import type { Organization } from '@vpisnik/contract/organizations';
import type { Role } from '@vpisnik/contract/rules/roles';
import type { ReactNode } from 'react';
import { inject } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  SessionProvider,
  type SessionState,
  type SessionStore,
  signedOut,
} from '../src/lib/session/context.ts';
import { createListColumns } from '../src/lib/session/list-columns.ts';
import { startI18n } from '../src/lib/text/i18n.ts';
import type { Locale } from '../src/lib/text/locale.ts';
import { AppFrame } from '../src/staff/AppFrame.tsx';
import { organizationOf } from './fixtures/organizations.ts';

/** Session of a signed-in user with a role; an ADMIN acts for no organisation unless one is given. */
export function sessionOf(role: Role, organization?: Organization | null): SessionState {
  const own = organization === undefined ? (role === 'ADMIN' ? null : organizationOf()) : organization;
  return {
    user: {
      id: '0199a000-0000-7000-8000-0000000000a1',
      name: 'Maja Kovač',
      email: 'maja@zvezda.test',
      organizationId: role === 'ADMIN' ? null : (own?.id ?? null),
      role,
      idToken: 'id-token',
    },
    organization: own,
    role,
  };
}

/** A session that stays as it is until `set`; signing out empties it. */
export function sessionStore(initial: SessionState): SessionStore & { set: (state: SessionState) => void } {
  let state = initial;
  const listeners = new Set<() => void>();
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    set,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check: async () => state,
    reload: async () => state,
    actFor: async () => state,
    signOut: async () => set(signedOut),
    listColumns: createListColumns({
      read: async () => ({}),
      write: async () => {},
      log: () => {},
    }).store,
  };
}

type Options = { locale?: Locale; session?: SessionState; path?: string };

/** Renders a part of the staff app inside theme, texts, session, queries and a router that knows every path. */
export async function renderUi(ui: ReactNode, { locale = 'sl', session, path = '/' }: Options = {}) {
  await startI18n(locale);
  const root = createRootRoute({ component: Outlet });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => ui });
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => ui });
  const router = createRouter({
    routeTree: root.addChildren([index, any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = sessionStore(session ?? sessionOf('ORGANIZATION_ADMIN'));
  const screen = await render(
    <AppFrame>
      <QueryClientProvider client={queryClient}>
        <SessionProvider value={store}>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </AppFrame>,
  );
  return { screen, router, queryClient, store };
}

/** Leaves a picture under the directory of `SCREENSHOTS`, in both colour schemes; does nothing without it. */
export async function picture(name: string): Promise<void> {
  const directory = inject('screenshots');
  if (!directory) return;
  const root = document.documentElement;
  const before = root.getAttribute('data-mantine-color-scheme') ?? 'light';
  for (const scheme of ['light', 'dark']) {
    root.setAttribute('data-mantine-color-scheme', scheme);
    await page.screenshot({ path: `${directory}/${name}-${window.innerWidth}-${scheme}.png` });
  }
  root.setAttribute('data-mantine-color-scheme', before);
}
