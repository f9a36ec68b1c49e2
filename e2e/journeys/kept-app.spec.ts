import type { BrowserContextOptions, Page } from '@playwright/test';
import { startProxy } from '../deployment.ts';
import { expect, test } from '../fixtures.ts';

/** Other journeys have no worker, and see every request. */
const keeping = { serviceWorkers: 'allow' } satisfies BrowserContextOptions;

/** Waits until this release is kept. */
const kept = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => {})');

const rows = async (page: Page) => {
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
};

/** Runs in the page: the paths of all that is kept. */
const readKept = `(async () => {
  const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(kept.map((one) => one.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
})()`;

/** The release of the page that is open. */
async function releaseOf(page: Page): Promise<string> {
  const content = await page.locator('meta[name="vpisnik-config"]').getAttribute('content');
  return JSON.parse(content ?? '{}').release;
}

test('a second visit asks the network for data alone, and nothing of it is kept', async ({
  desk,
  signIn,
}) => {
  const page = await desk('sl', keeping);
  const context = page.context();
  await signIn('owner@zvezda.test', page);
  await page.goto('/dashboard');
  await kept(page);
  const seen: { url: string; worker: boolean }[] = [];
  context.on('response', (response) => {
    // also what the worker itself asks for
    const worker = response.fromServiceWorker() && !response.request().serviceWorker();
    seen.push({ url: new URL(response.url()).pathname, worker });
  });
  const nonces: unknown[] = [];
  for (const path of ['/groups', '/participants']) {
    await page.goto('about:blank');
    const answer = await page.goto(path);
    await rows(page);
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    const nonce = await page.evaluate("document.querySelector('script').nonce");
    expect(policy).toContain(`'nonce-${nonce}'`);
    nonces.push(nonce);
  }
  // each view has its own, as from the server
  expect(new Set(nonces).size).toBe(2);
  const asked = seen.filter(({ url, worker }) => !worker && url !== '/worker.js').map(({ url }) => url);
  expect(new Set(asked)).toEqual(new Set(['/api/auth/session']));
  expect(seen.filter(({ worker }) => worker).length).toBeGreaterThan(10);

  const keptPaths = async () => (await page.evaluate(readKept)) as string[];
  const paths = await keptPaths();
  expect(paths.filter((path) => !path.startsWith('/assets/staff/'))).toEqual(['/dashboard']);
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await keptPaths()).toEqual(paths);
});

test('without a connection the app says so itself, and goes on when it is back', async ({ desk, signIn }) => {
  const page = await desk('sl', keeping);
  const context = page.context();
  await signIn('owner@zvezda.test', page);
  await page.goto('/dashboard');
  await kept(page);
  await context.setOffline(true);
  await page.goto('/participants');
  await expect(page.getByRole('heading', { level: 1, name: 'Ni povezave' })).toBeVisible();
  await context.setOffline(false);
  await rows(page);
});

test('public pages, the API and its documentation never meet the worker', async ({
  desk,
  signIn,
  school,
}) => {
  const page = await desk('sl', keeping);
  await signIn('owner@zvezda.test', page);
  await page.goto('/dashboard');
  await kept(page);
  for (const path of [school.path, '/login?notice=signed_out', '/api/docs', '/privacy-policy']) {
    const answer = await page.goto(path);
    expect([path, answer?.fromServiceWorker()]).toEqual([path, false]);
    const started = await page.evaluate("performance.getEntriesByType('navigation')[0].workerStart");
    expect([path, started]).toEqual([path, 0]);
  }
});

test('a new release waits for the end of an edit, and comes with the next page', async ({ desk, signIn }) => {
  await using proxy = await startProxy();
  const before = await desk('sl');
  await signIn('owner@zvezda.test', before);
  const storageState = await before.context().storageState();
  const page = await desk('sl', { ...keeping, storageState, proxy: { server: proxy.server } });
  await page.goto('/dashboard');
  await kept(page);
  await page.goto('/groups/new');
  const name = page.getByRole('textbox', { name: 'Ime skupine' });
  await name.fill('Klasični tango');
  await page.evaluate(`
    window.isFirst = true;
    window.told = new Promise((done) => navigator.serviceWorker.addEventListener('message', () => done()));
    undefined
  `);
  const isFirst = () => page.evaluate("'isFirst' in window");

  proxy.install(await releaseOf(page), 'a-later-release');
  await page.evaluate(
    "navigator.serviceWorker.getRegistration('/').then((one) => one.update()).then(() => {})",
  );
  // its worker is there, and has told the open page
  await page.evaluate('window.told');
  expect(await page.evaluate('caches.keys()')).toContain('vpisnik.release.a-later-release');

  // every file of this release still comes, also those that the server has no more
  const files = ((await page.evaluate(readKept)) as string[]).filter((path) => path.endsWith('.js'));
  const statuses = (await page.evaluate(
    `Promise.all(${JSON.stringify([...new Set(files)])}.map(async (path) => (await fetch(path)).status))`,
  )) as number[];
  expect(statuses.length).toBeGreaterThan(50);
  expect(new Set(statuses)).toEqual(new Set([200]));

  const menu = page.getByRole('navigation', { name: 'Glavni meni' });
  const participants = menu.getByRole('link', { name: /^Udeleženci/ });
  await participants.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ostani' }).click();
  await expect(name).toHaveValue('Klasični tango');
  await participants.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zavrzi spremembe' }).click();
  await rows(page);
  expect(await isFirst()).toBe(true);
  // nothing is typed any more
  await menu.getByRole('link', { name: 'Skupine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Skupine' })).toBeVisible();
  await rows(page);
  await expect(page).toHaveURL(/\/groups$/);
  expect(await isFirst()).toBe(false);
  expect(await releaseOf(page)).toBe('a-later-release');
});
