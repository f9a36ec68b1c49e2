import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { ApiError } from '@vpisnik/contract/kit';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/axe.ts';
import { takeComplaints } from '../../../test/complaints.ts';
import { organizationOf } from '../../../test/fixtures/organizations.ts';
import { picture, sessionOf, sessionStore } from '../../../test/render.tsx';
import { fakeApi } from '../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../lib/api.ts';
import { takeNotice } from '../../lib/notice.ts';
import { SessionProvider, type SessionState, signedOut } from '../../lib/session/context.ts';
import { startI18n } from '../../lib/text/i18n.ts';
import { noteUnsaved } from '../../ui/form/saving/unsaved.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AppFrame } from '../AppFrame.tsx';
import { guardNavigation, type RouterContext } from '../routing/guard-navigation.ts';
import { AppLayout } from './AppLayout.tsx';
import { DisabledPage } from './DisabledPage.tsx';
import { EmptyLayout } from './EmptyLayout.tsx';
import { RouteFailure } from './RouteFailure.tsx';

// fixed days: the fake API answers this day, and the page shows it

let loaded: PromiseWithResolvers<string>;

/** A page that has another heading while it loads. */
function Loading() {
  const { data } = useQuery({ queryKey: ['title'], queryFn: () => loaded.promise });
  return data ? <PageHeader key={data} title={data} /> : <PageHeader title="Nalaganje" />;
}

function routeTree() {
  const root = createRootRouteWithContext<RouterContext>()({
    component: Outlet,
    beforeLoad: async ({ context, location, matches }) => {
      await guardNavigation(context, location, matches.at(-1)?.fullPath);
    },
  });
  const app = createRoute({ getParentRoute: () => root, id: '_app', component: AppLayout });
  const empty = createRoute({ getParentRoute: () => root, id: '_empty', component: EmptyLayout });
  const titles = {
    '/dashboard': 'Pregled',
    '/groups': 'Skupine',
    '/participants': 'Udeleženci',
    '/organizations': 'Organizacije',
  };
  const plain = Object.entries(titles).map(([path, title]) =>
    createRoute({ getParentRoute: () => app, path, component: () => <PageHeader title={title} /> }),
  );
  const loading = createRoute({ getParentRoute: () => app, path: '/groups/1' as string, component: Loading });
  const pages = [...plain, loading];
  const broken = createRoute({
    getParentRoute: () => app,
    path: '/settings',
    component: () => {
      throw new Error('Nekaj');
    },
  });
  const disabled = createRoute({ getParentRoute: () => empty, path: '/disabled', component: DisabledPage });
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <h1>Vstop</h1> });
  return root.addChildren([app.addChildren([...pages, broken]), empty.addChildren([disabled]), login]);
}

async function open(path: string, session: SessionState, locale: 'sl' | 'en' = 'sl') {
  await startI18n(locale);
  const store = sessionStore(session);
  const queryClient = new QueryClient();
  const router = createRouter({
    routeTree: routeTree(),
    context: { session: store, queryClient },
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultErrorComponent: RouteFailure,
  });
  await render(
    <AppFrame>
      <QueryClientProvider client={queryClient}>
        <SessionProvider value={store}>
          <ApiProvider value={fakeApi({ participants: { counts: () => counts } })}>
            <RouterProvider router={router} />
          </ApiProvider>
        </SessionProvider>
      </QueryClientProvider>
    </AppFrame>,
  );
  return { router, store };
}

const counts = {
  pending: 5,
  approved: 0,
  waitlisted: 0,
  rejected: 0,
  inactive: 0,
  oldest_pending: null,
};

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const menu = () => page.getByRole('navigation', { name: 'Glavni meni' });

afterEach(() => page.viewport(1440, 900));

describe('the signed-in layout', () => {
  it('shows the menu of the role, whose data it is, what waits, and the links of the foot', async () => {
    const config = document.createElement('meta');
    config.name = 'vpisnik-config';
    config.content = '{"contact_url":"mailto:podpora@vpisnik.test"}';
    document.head.append(config);
    await open('/groups', sessionOf('ORGANIZATION_ADMIN'));
    await expect.element(heading('Skupine')).toBeVisible();
    expect(menu().getByRole('link').elements()).toHaveLength(8);
    await expect.element(page.getByRole('link', { name: 'Skupine' })).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('link', { name: 'Udeleženci 5 novih prijav' })).toBeVisible();
    await expect.element(page.getByText(/^Plesna šola Zvezda/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Varstvo podatkov' }))
      .toHaveAttribute('href', '/privacy-policy');
    await expect
      .element(page.getByRole('link', { name: 'Pišite nam' }))
      .toHaveAttribute('href', 'mailto:podpora@vpisnik.test');
    expect(document.title).toBe('Skupine · Plesna šola Zvezda · Vpisnik');
    await expectAccessible(document);
    await picture('layout');
    config.remove();
  });

  it('moves the focus to the heading of the next page, and past the menu on demand', async () => {
    await open('/groups', sessionOf('ORGANIZATION_ADMIN'));
    await page.getByRole('link', { name: /^Udeleženci/ }).click();
    await expect.element(heading('Udeleženci')).toHaveFocus();
    await expect
      .element(page.getByRole('link', { name: /^Udeleženci/ }))
      .toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'Preskoči na vsebino' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  it('keeps the focus on the heading that comes when the next page is loaded', async () => {
    loaded = Promise.withResolvers();
    const { router } = await open('/groups', sessionOf('ORGANIZATION_ADMIN'));
    await expect.element(heading('Skupine')).toBeVisible();
    router.history.push('/groups/1');
    await expect.element(heading('Nalaganje')).toHaveFocus();
    loaded.resolve('Mini balet');
    await expect.element(heading('Mini balet')).toHaveFocus();
  });

  it.each([360, 1440])('says above the page what the operator tells everybody, at %i px', async (width) => {
    await page.viewport(width, 780);
    onTestFinished(() => takeNotice(null));
    await open('/groups', sessionOf('GROUP_EDITOR_USER'));
    const sl =
      'V soboto med 20.00 in 22.00 Vpisnik selimo na nov strežnik. Takrat ga ne bo mogoče uporabljati.';
    const notice = page.getByRole('status').filter({ hasText: 'strežnik' });
    await expect.element(heading('Skupine')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
    takeNotice({ texts: { sl }, read_only: false, version: 2 });
    await expect.element(notice).toHaveTextContent(sl);
    // beside the page, not over it
    const [its, below] = [notice.element(), page.getByRole('main').element()].map((one) =>
      one.getBoundingClientRect(),
    );
    expect(its?.bottom).toBeLessThanOrEqual(below?.top ?? 0);
    await expectAccessible(document);
    await picture('notice');
    takeNotice(null);
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('says in the reader’s language that nothing can be changed, unless the operator says it in that language', async () => {
    onTestFinished(() => takeNotice(null));
    await open('/groups', sessionOf('GROUP_EDITOR_USER'), 'en');
    takeNotice({ texts: { sl: 'Selimo se.' }, read_only: true, version: 2 });
    const notice = page.getByRole('status').filter({ hasText: 'under maintenance' });
    await expect.element(notice).toBeVisible();
    takeNotice({ texts: { sl: 'Selimo se.', en: 'We are moving.' }, read_only: true, version: 3 });
    await expect.element(page.getByText('We are moving.')).toHaveAttribute('lang', 'en');
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('is a top bar with a drawer below lg', async () => {
    await page.viewport(360, 780);
    await open('/groups', sessionOf('ORGANIZATION_ADMIN'));
    await expect.element(heading('Skupine')).toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
    await expectAccessible(document);
    await picture('layout');
    await page.getByRole('button', { name: 'Odpri meni' }).click();
    await expect.element(menu()).toBeVisible();
    await expectAccessible(document);
    await picture('drawer');
    await menu().getByRole('link', { name: 'Pregled' }).click();
    await expect.element(heading('Pregled')).toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
  });

  it('changes language and theme for good', async () => {
    await open('/groups', sessionOf('GROUP_EDITOR_USER'));
    await page.getByRole('button', { name: /^Maja Kovač.*Vaš račun$/ }).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'Slovenščina' })).toBeChecked();
    await expectAccessible(document);
    await picture('user-menu');
    await page.getByRole('menuitemradio', { name: 'Temen' }).click();
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(19, 21, 15)');
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect.element(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('vpisnik.locale')).toBe('en');
    await page.getByRole('menuitemradio', { name: 'Same as system' }).click();
    expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(246, 247, 242)');
  });

  it('opens the menu of the person while a pointer rests on it', async () => {
    await open('/groups', sessionOf('GROUP_EDITOR_USER'));
    const language = page.getByRole('menuitemradio', { name: 'Slovenščina' });
    await page.getByRole('button', { name: /^Maja Kovač.*Vaš račun$/ }).hover();
    await expect.element(language).toBeVisible();
    await heading('Skupine').hover();
    await expect.element(language).not.toBeInTheDocument();
  });

  it('opens the menu of the person by keyboard, and gives the focus back', async () => {
    await open('/groups', sessionOf('GROUP_EDITOR_USER'));
    const person = page.getByRole('button', { name: /^Maja Kovač.*Vaš račun$/ });
    person.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitemradio', { name: 'Slovenščina' })).toBeVisible();
    await expect.element(person).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(person).toHaveAttribute('aria-expanded', 'false');
    await expect.element(person).toHaveFocus();
  });

  it('tells what an icon does while the keyboard or a pointer is on it', async () => {
    await open('/groups', sessionOf('GROUP_EDITOR_USER'));
    const tip = page.getByRole('tooltip', { name: 'Odjava' });
    await page.getByRole('button', { name: 'Odjava' }).hover();
    await expect.element(tip).toBeVisible();
    await heading('Skupine').hover();
    await expect.element(tip).not.toBeInTheDocument();
    page
      .getByRole('button', { name: /^Maja Kovač/ })
      .element()
      .focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(tip).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(tip).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Odjava' })).toHaveFocus();
  });

  it('signs out and leads to sign-in', async () => {
    const { router, store } = await open('/groups', sessionOf('GROUP_VIEWER_USER'));
    await page.getByRole('button', { name: 'Odjava' }).click();
    await expect.element(heading('Vstop')).toBeVisible();
    expect(store.get()).toBe(signedOut);
    expect(router.state.location.href).toBe('/login');
  });

  it('asks before signing out of unsaved work', async () => {
    const { store } = await open('/groups', sessionOf('GROUP_VIEWER_USER'));
    const saved = noteUnsaved();
    await page.getByRole('button', { name: 'Odjava' }).click();
    await page.getByRole('button', { name: 'Ostani' }).click();
    expect(store.get()).not.toBe(signedOut);
    await page.getByRole('button', { name: 'Odjava' }).click();
    await page.getByRole('button', { name: 'Zavrzi spremembe' }).click();
    await expect.element(heading('Vstop')).toBeVisible();
    saved();
  });

  it('keeps its menu when a page fails', async () => {
    await open('/settings', sessionOf('ORGANIZATION_ADMIN'));
    await expect.element(heading('Te strani ni mogoče prikazati')).toBeVisible();
    await expect.element(menu()).toBeVisible();
    await expectAccessible(document);
    await picture('failure');
    expect(takeComplaints().join()).toContain('Nekaj');
  });
});

describe('an organisation', () => {
  it('that is not active leaves its staff one page', async () => {
    const { router } = await open(
      '/groups',
      sessionOf('ORGANIZATION_ADMIN', organizationOf({ active: false })),
    );
    await expect.element(heading('Organizacija ni aktivna')).toBeVisible();
    expect(router.state.location.pathname).toBe('/disabled');
    await expectAccessible(document);
    await picture('disabled');
  });

  it('that is deleted says until when it can be restored', async () => {
    const deleted = organizationOf({ active: false, delete_after: '2026-10-14T10:00:00.000000Z' });
    await open('/groups', sessionOf('ORGANIZATION_ADMIN', deleted));
    await expect.element(page.getByText(/bo 14\. 10\. 2026 izbrisana z vsemi podatki/)).toBeVisible();
    await expectAccessible(document);
  });

  it('that failed to load says so and can be loaded again', async () => {
    const failed = { ...sessionOf('ORGANIZATION_ADMIN', null), organizationError: new ApiError(500) };
    const { store } = await open('/groups', failed);
    const banner = page
      .getByRole('status')
      .filter({ hasText: 'Podatkov organizacije ni bilo mogoče naložiti.' });
    await expect.element(banner).toBeVisible();
    await expect.element(page.getByText('Organizacija ni izbrana')).not.toBeInTheDocument();
    await expectAccessible(document);
    await picture('organization-failed');
    store.reload = async () => {
      store.set(sessionOf('ORGANIZATION_ADMIN'));
      return store.get();
    };
    await page.getByRole('button', { name: 'Poskusi znova' }).click();
    await expect.element(banner).not.toBeInTheDocument();
    await expect.element(page.getByRole('complementary').getByText(/^Plesna šola Zvezda/)).toBeVisible();
  });

  it('is chosen by a platform ADMIN, and a banner always names it', async () => {
    const { router, store } = await open('/dashboard', sessionOf('ADMIN'));
    await expect.element(heading('Organizacije')).toBeVisible();
    await expect.element(page.getByText(/^Organizacija ni izbrana/)).toBeVisible();
    store.set(sessionOf('ADMIN', organizationOf({ active: false })));
    await router.navigate({ href: '/groups' });
    await expect.element(heading('Skupine')).toBeVisible();
    await expect
      .element(page.getByRole('status'))
      .toMatchTextContent(/v imenu organizacije »Plesna šola Zvezda«\. Organizacija ni aktivna\./);
    await expectAccessible(document);
    await picture('acting');
  });
});
