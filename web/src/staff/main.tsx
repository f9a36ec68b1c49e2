import '../ui/base.css';
import '@mantine/core/styles.layer.css';
import '../ui/fonts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from '../lib/api.ts';
import { readConfig } from '../lib/config.ts';
import { followSession } from '../lib/form/drafts.ts';
import { followNotice, takeNotice } from '../lib/notice.ts';
import { SessionProvider } from '../lib/session/context.ts';
import { createListColumns } from '../lib/session/list-columns.ts';
import { page } from '../lib/session/page.ts';
import { recentOrganizations } from '../lib/session/recent-organizations.ts';
import { createSession } from '../lib/session/session.ts';
import { startI18n } from '../lib/text/i18n.ts';
import { initialLocale } from '../lib/text/locale.ts';
import { isEditing } from '../ui/form/saving/unsaved.ts';
import { dismissAll } from '../ui/notice/notify.ts';
import { AppFrame } from './AppFrame.tsx';
import { readAhead } from './ahead/read-ahead.ts';
import { styleArrived } from './early/style.ts';
import { createAppRouter, createQueryClient } from './router.tsx';
import { metaOf } from './routing/meta.ts';
import { followReleases } from './worker/releases.ts';
import { isBehindSignIn } from './worker/sections.ts';

const queryClient = createQueryClient();
// biome-ignore lint/suspicious/noConsole: the app's log
const log = (message: string, error: unknown) => console.warn(message, error);
const session = createSession({
  ...page(),
  api,
  listColumns: createListColumns({
    read: async () => {
      const { list_columns, notice } = await api.users.me();
      takeNotice(notice);
      return list_columns;
    },
    // it also arrives when the page is left right after
    write: (list_columns) => api.users.updateMe({ body: { list_columns } }, { keepalive: true }),
    log,
  }),
  onSignedOut: () => {
    queryClient.clear();
    dismissAll();
    recentOrganizations(localStorage).clear();
  },
  onSwitched: () => queryClient.clear(),
  onChange: () => void router.invalidate(),
  isEditing,
  onResumed: () => void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' }),
  // nothing that the memory of this page held may be there any more
  onSomebodyElse: () => window.location.replace('/dashboard'),
  leave: (url) => window.location.assign(url),
  log,
});
const router = createAppRouter(session, queryClient);

// session, texts and the page's own code come at the same time: on a slow line each takes half a second
followSession(session);
const { release, notice } = readConfig();
followReleases(release);
// a document behind sign-in may have been kept for days; there it comes with the account
followNotice(
  isBehindSignIn(window.location.pathname) ? null : notice,
  async () => (await api.users.me()).notice,
);
// no top-level await: pages whose code shares a file with this one would wait for it, and it for them
const matches = router.matchRoutes(router.latestLocation);
const locale = initialLocale();
const texts = startI18n(locale, metaOf(matches.at(-1)?.fullPath ?? '')?.daily ? 'daily' : 'whole');
for (const match of matches) {
  const route = router.routesById[match.routeId as keyof typeof router.routesById];
  router.loadRouteChunk(route)?.catch(() => {});
}
const { pathname, search } = router.latestLocation;
const ahead = readAhead(pathname);
const arrived = router.load().then(async () => {
  const timeZone = session.get().organization?.time_zone;
  if (timeZone) await (await ahead)(queryClient, { search, locale, timeZone });
});
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
// the drawing in the document stays until the whole page takes its place; a transition lets the browser answer meanwhile
void Promise.all([texts, styleArrived(), arrived]).then(() =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <AppFrame>
          <QueryClientProvider client={queryClient}>
            <SessionProvider value={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </QueryClientProvider>
        </AppFrame>
      </StrictMode>,
    ),
  ),
);
