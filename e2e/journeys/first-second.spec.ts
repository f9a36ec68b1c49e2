import { readFileSync, statSync } from 'node:fs';
import type { Page, Request } from '@playwright/test';
import { expect, openList, test } from '../fixtures.ts';
import { draw } from '../undrawn.ts';

const assets = new URL('../../web/dist/staff/assets/staff/', import.meta.url);

/** A script where the build has put it. */
const built = (url: string) => new URL(new URL(url).pathname.split('/').at(-1) ?? '', assets);

/** Whether a script is compiled beside the page's thread; those of texts alone have nothing to compile. */
const isCompiledBeside = (url: string) =>
  /\/(daily|rolldown-runtime)-/.test(url) ||
  readFileSync(built(url), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n');

/** Bytes of a script as it travels, packed by the build. */
function packed(url: string): number {
  const file = built(url);
  const br = new URL(`${file.href}.br`);
  return statSync(br, { throwIfNoEntry: false })?.size ?? readFileSync(file).length;
}

/** Runs in the page: what it fetches ahead once it stands never comes, however long a busy machine takes to show it. */
const fetchNothingAhead = `
  const later = setTimeout;
  globalThis.setTimeout = (work, wait, ...given) => (wait >= 2_000 ? 0 : later(work, wait, ...given));
`;

/** Runs in the page: keeps which scripts the document asks for by itself, before the first of them runs. */
const noteNamed = `
  document.addEventListener('readystatechange', () => {
    const named = document.querySelectorAll('script[src], link[rel=modulepreload]');
    globalThis.named ??= [...named].map((one) => one.src || one.href);
  });
`;

/** Opens a page anew and tells what it has asked for until something of its own is there. */
async function firstLook(page: Page, path: string, seen: (page: Page) => Promise<void>) {
  // what the page before still asks for is no part of it
  await page.goto('about:blank');
  await page.addInitScript({ content: fetchNothingAhead + noteNamed });
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('request', note);
  await page.goto(path);
  await seen(page);
  page.off('request', note);
  const urls = requests.map((request) => request.url());
  const scripts = urls.filter((url) => url.endsWith('.js'));
  const named = await page.evaluate<string[]>('named');
  return {
    api: requests
      .filter((request) => new URL(request.url()).pathname.startsWith('/api/'))
      .map((request) => `${request.method()} ${new URL(request.url()).pathname}`),
    count: urls.length,
    script: scripts.reduce((sum, url) => sum + packed(url), 0),
    compiledLate: scripts.filter((url) => !isCompiledBeside(url)),
    askedLate: scripts.filter((url) => !named.includes(url)),
  };
}

const rows = async (page: Page) => {
  await expect(page.locator('main table tbody tr').first()).toBeVisible();
};
const events = async (page: Page) => {
  await expect(
    page.getByRole('region', { name: 'Tedenski koledar' }).getByRole('link').first(),
  ).toBeVisible();
};
const pages = [
  ['/dashboard', events, 167_000],
  ['/groups', rows, 200_000],
  ['/participants', rows, 200_000],
] as const;

for (const [path, seen, most] of pages) {
  test(`${path} shows its first rows after one call, and loads no more than it shows`, async ({
    page,
    signIn,
  }) => {
    await signIn('owner@zvezda.test');
    const look = await firstLook(page, path, seen);
    expect(look.api).toEqual(['POST /api/auth/session']);
    expect(look.script).toBeLessThan(most);
    expect(look.compiledLate).toEqual([]);
    expect(look.askedLate).toEqual([]);
    // the document, its style, two fonts, the session, and the scripts
    expect(look.count).toBeLessThanOrEqual(12);
  });
}

/** Bytes of the document, its scripts and styles as they were sent. */
const sentBytes = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ entryType, name }) => entryType === 'navigation' || /\\.(js|css)$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

test('the form of a group is a page of less than 90 KB without fonts, and a receipt comes with what is typed', async ({
  page,
  school,
}) => {
  await page.goto(school.formOf('Hip hop mladi'), { waitUntil: 'networkidle' });
  // a group with more questions, or longer days, has some room
  expect(await page.evaluate(sentBytes)).toBeLessThan(89_500);
  const receipt = page.waitForResponse('**/instead-*.js');
  await page.getByLabel('Ime in priimek udeleženca').fill('Špela Žnidaršič');
  await receipt;
});

for (const which of ['a group', 'a new group']) {
  test(`the editor of ${which} can be typed into after one call, without what checks and sends it`, async ({
    page,
    signIn,
    school,
  }) => {
    await signIn('owner@zvezda.test');
    const id = which === 'a group' ? school.groupId('Balet za odrasle') : 'new';
    const look = await firstLook(page, `/groups/${id}`, async () => {
      await expect(page.getByRole('textbox', { name: 'Ime skupine' })).toBeVisible();
    });
    expect(look.api).toEqual(['POST /api/auth/session']);
    expect(look.script).toBeLessThan(230_000);
    expect(look.askedLate).toEqual([]);
  });
}

/** Keeps the scripts from coming until it is called. */
async function withheldScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/staff/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Runs in the page: collects by how much things move that are there already, and whether rows were waited for. */
const watchShifts = `
  globalThis.moved = 0;
  globalThis.waited = false;
  new MutationObserver(() => {
    if (document.querySelector('main [role="status"][aria-label]')) waited = true;
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) moved += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

for (const size of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`the shape of the page is there before any script, where the page will be, at ${size.width} px`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(size);
    await signIn('owner@zvezda.test');
    // of this origin, and renews no session that the page would have to wait for
    await page.goto('/robots.txt');
    await page.evaluate("localStorage.setItem('vpisnik.color-scheme', 'dark')");
    await page.goto('about:blank');
    await page.addInitScript({ content: draw + watchShifts });
    const release = await withheldScripts(page);
    await page.goto('/participants', { waitUntil: 'commit' });
    const frame = page.locator('.frame');
    await expect(frame).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(19, 21, 15)');
    const drawn = [
      page.locator('.frame-side, .frame-bar').filter({ visible: true }),
      page.locator('.frame-page'),
    ];
    const before = await Promise.all(drawn.map((part) => part.boundingBox()));
    release();
    await rows(page);
    await expect(frame).toHaveCount(0);
    const real = [page.locator('aside, header').filter({ visible: true }).first(), page.locator('main')];
    const after = await Promise.all(real.map((part) => part.boundingBox()));
    for (const [at, box] of after.entries()) {
      const { x, y, width } = box ?? {};
      expect(before[at]).toMatchObject({ x, y, width });
    }
    // the first commit has them
    expect(await page.evaluate('waited')).toBe(false);
    // what Lighthouse calls good
    expect(await page.evaluate('moved')).toBeLessThan(0.1);
  });
}

test('visitors of the sign-in page never see the shape of a page that they may not open', async ({
  page,
}) => {
  const release = await withheldScripts(page);
  for (const path of ['/login', '/participants']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('.frame')).toBeAttached();
    await expect(page.locator('.frame')).toBeHidden();
  }
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('another tab that opens at the same time has its session too, and signing out ends both', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('owner@zvezda.test');
  const other = await context.newPage();
  await Promise.all([openList(page, '/groups'), openList(other, '/participants')]);
  await page.getByRole('button', { name: 'Odjava', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await page.goto('/participants');
  await expect(page).toHaveURL(/\/login/);
});
