import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { clockOffset } from './chromium.ts';
import { here } from './places.ts';
import { beginSession, demoPassword } from './session.ts';
import { shiftDate } from './shift-date.ts';
import { isWatched, undraw } from './undrawn.ts';

export type Locale = 'sl' | 'en';

/** A request that the journey means to be refused; Chromium writes a line about it to the console. */
type Refusal = { status: number; path: RegExp; many: boolean; came: boolean };

type Fixtures = {
  /** Begins a session with a demo account; opens no page. Journeys about signing in use the form, by `enter`. */
  signIn: (email: string, page?: Page) => Promise<void>;
  /** A browser that has never been here, at a desk. */
  desk: (locale: Locale, options?: BrowserContextOptions) => Promise<Page>;
  /** A browser that has never been here, as a visitor's phone. */
  phone: (locale: Locale, options?: BrowserContextOptions) => Promise<Page>;
  /** Expects a refused request, once or `many` times: the console may show only announced ones, and each must happen. */
  willRefuse: (status: number, path: RegExp, times?: 'once' | 'many') => void;
};

type Once = {
  /** The public pages of the dance school, as its link leads there. */
  school: School;
};

export type School = {
  /** `/public/{organizationId}` */
  path: string;
  /** A group of the demo as its list shows it, by its Slovenian name. */
  group: (name: string) => Listed;
  /** The id of that group. */
  groupId: (name: string) => string;
  /** The path of its application form. */
  formOf: (name: string) => string;
};

type Listed = { id: string; name: { sl?: string }; start_date: string | null; end_date: string | null };

type Watch = { errors: string[]; refusals: Refusal[] };

/**
 * Tolerated refusal of a session renewal. A navigation during a renewal loses its answer, so the next page's refresh token
 * is refused once and the page asks the provider instead. If that fails too, the journey ends at /login and fails there.
 */
const renewal = '/api/auth/session';

/** What the console says while a journey has taken the connection away. */
const withoutConnection = /net::ERR_INTERNET_DISCONNECTED|^OfflineError/;

/**
 * Whether a page asked for something by itself, while a session or an organisation ended elsewhere: to be signed in anew, or which
 * work of its user runs. When it asks depends on how busy the machine is, and it says nothing about a refusal.
 */
function isMeanwhile(url: string, status: number): boolean {
  const at = URL.parse(url);
  if (at?.pathname === renewal) return status === 400;
  const asksForWork = at?.pathname === '/api/bulk-jobs' && at.search === '?open=true&own=true';
  return asksForWork && (status === 401 || status === 403);
}

/** A console error in any page of a journey fails it, except for the refusals it announced. */
function watchConsole(context: BrowserContext, { errors, refusals }: Watch): void {
  context.on('console', (message) => {
    if (message.type() !== 'error' || withoutConnection.test(message.text())) return;
    const { url } = message.location();
    const [, status] = /status of (\d+)/.exec(message.text()) ?? [];
    const announced = refusals.find(
      (one) =>
        one.status === Number(status) && one.path.test(new URL(url).pathname) && (one.many || !one.came),
    );
    if (announced) announced.came = true;
    else if (!isMeanwhile(url, Number(status))) errors.push(`${url}: ${message.text()}`);
  });
  context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
}

const tags: Record<Locale, string> = { sl: 'sl-SI', en: 'en-GB' };

export const test = base.extend<Fixtures & { watch: Watch; noErrors: undefined; contexts: NewContext }, Once>(
  {
    browser: [
      async ({ browser }, use, { project }) => {
        const open = browser.newContext.bind(browser);
        browser.newContext = async (options) => {
          const context = await open({ serviceWorkers: 'block', ...options });
          await context.addInitScript(shiftDate, clockOffset);
          if (!isWatched(project.use)) await context.addInitScript({ content: undraw });
          return context;
        };
        await use(browser);
      },
      { scope: 'worker' },
    ],
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it
    baseURL: async ({}, use) => use(here().address),
    school: [
      async ({ browser }, use) => {
        const context = await browser.newContext({ baseURL: here().address });
        const headers = await beginSession(context, 'owner@zvezda.test');
        const read = async (path: string) => (await context.request.get(`/api${path}`, { headers })).json();
        const path = `/public/${(await read('/organizations/me')).id}`;
        const groups: { results: Listed[] } = await read('/groups?limit=200');
        await context.close();
        const group = (name: string) => {
          const found = groups.results.find((one) => one.name.sl === name);
          if (!found) throw new Error(`No group is called ${name}`);
          return found;
        };
        const groupId = (name: string) => group(name).id;
        await use({ path, group, groupId, formOf: (name) => `${path}/groups/${groupId(name)}/apply` });
      },
      { scope: 'worker' },
    ],
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it
    watch: async ({}, use) => use({ errors: [], refusals: [] }),
    noErrors: [
      async ({ context, watch }, use) => {
        watchConsole(context, watch);
        await use(undefined);
        expect(watch.errors, 'errors in a console').toEqual([]);
        const missing = watch.refusals.filter(({ came }) => !came);
        expect(missing, 'announced refusals that did not come').toEqual([]);
      },
      { auto: true },
    ],
    contexts: async ({ browser, watch, baseURL }, use) => {
      const contexts: BrowserContext[] = [];
      await use(async (locale, options) => {
        const context = await browser.newContext({
          ...(baseURL && { baseURL }),
          locale: tags[locale],
          timezoneId: 'Europe/Ljubljana',
          ...options,
        });
        contexts.push(context);
        watchConsole(context, watch);
        return context.newPage();
      });
      for (const context of contexts) await context.close();
    },
    desk: async ({ contexts }, use) => use(contexts),
    phone: async ({ contexts }, use) =>
      use((locale, options) =>
        contexts(locale, { viewport: { width: 360, height: 740 }, hasTouch: true, ...options }),
      ),
    signIn: async ({ page }, use) => {
      await use(async (email, on = page) => {
        await beginSession(on.context(), email);
      });
    },
    willRefuse: async ({ watch }, use) =>
      use((status, path, times = 'once') => {
        watch.refusals.push({ status, path, many: times === 'many', came: false });
      }),
  },
);

type NewContext = (locale: Locale, options?: BrowserContextOptions) => Promise<Page>;

/** Fills the sign-in form in and sends it. */
export async function enter(page: Page, email: string, word = demoPassword): Promise<void> {
  // the page before may have a field of the same name
  await expect(page.getByRole('heading', { level: 1, name: /^(Vstop v račun|Sign in)$/ })).toBeVisible();
  await page.getByRole('textbox', { name: /^(E-poštni naslov|E-mail address)$/ }).fill(email);
  await page.getByRole('textbox', { name: /^(Geslo|Password)$/ }).fill(word);
  await page.getByRole('button', { name: /^(Vstopi|Sign in)$/ }).click();
}

/**
 * Opens a list for an account that may work on many at once, in a tab whose session ends elsewhere. Waits for the last that it
 * asks for: what is still on its way by then is refused, and said in the console.
 */
export async function openList(page: Page, address: string): Promise<void> {
  const last = page.waitForResponse('**/api/bulk-jobs?*');
  await Promise.all([page.goto(address), last]);
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
}

export { expect };
