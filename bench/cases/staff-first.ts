import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf, type Result } from '../measure.ts';
import { filesOnly, freePort, loadOf, newPage, phone, signedIn, slowDown, speedUp } from '../staff-view.ts';
import { startApp } from '../stage.ts';

/** Pages of every day, with the first of their rows, and how many milliseconds it may take. */
const pages = [
  { name: 'dashboard', path: '/dashboard', row: 'main a[href^="/groups/"]' },
  { name: 'participants of 10 000', path: '/participants', row: 'main table tbody tr' },
];
const wanted = { cold: 3500, warm: 1500 };
type Way = keyof typeof wanted;
const ways: Way[] = ['cold', 'warm'];

/** Requests that a page makes until its first row. */
const MOST_REQUESTS = 12;

/**
 * First row of the staff's pages on a slow telephone, signed in, with nothing kept on it and with what an earlier visit
 * has left; compared with a page that loads the same files with the same data in it.
 */
export const staffFirst: Case = {
  name: 'staff-first',
  run: async (stage, parts) => {
    const { owner, organizationId } = stage.school;
    await owner.query(datesOfGroups, [organizationId]);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await startApp(parts, stage.school, { PORT: String(port), PUBLIC_URL: origin });
    const browser = await chromium.launch(findChromium());
    parts.defer(() => browser.close());
    const page = await signedIn(browser, origin, stage.school, phone);
    await page.addInitScript({ content: watch(pages.map(({ row }) => row)) });
    await settle(page, origin, '/dashboard');
    const results: Result[] = [];
    for (const { name, path } of pages) {
      const first = await firstRow(page, origin, path, 'cold');
      const bare = await startChild(parts, 'bare-files.ts', { html: filesOnly(first.files, first.data) });
      const still = await newPage(browser, phone);
      const times = {
        cold: { ours: [] as number[], limit: [] as number[] },
        warm: { ours: [] as number[], limit: [] as number[] },
      };
      for (let round = 0; round < (stage.quick ? 1 : 5); round += 1) {
        for (const way of ways) {
          times[way].ours.push((await firstRow(page, origin, path, way)).shown);
          await slowDown(still, { empty: way === 'cold' });
          times[way].limit.push(await loadOf(still, `http://127.0.0.1:${bare.port}/`));
        }
      }
      for (const way of ways) {
        const [ours, limit] = [medianOf(times[way].ours), medianOf(times[way].limit)];
        const visit = way === 'cold' ? 'nothing kept' : 'a later visit';
        results.push({
          case: `${name}, first row, ${visit}`,
          unit: 'ms',
          ours,
          limit,
          ratio: ours / limit,
          target: { at: 'most', value: 1.5 },
          note: `at most ${wanted[way]} ms wanted${way === 'cold' ? `, ${first.requests} requests of ${MOST_REQUESTS}` : ''}`,
        });
      }
      await still.context().close();
    }
    return results;
  },
};

/** Each group has a meeting a week now, so that the dashboard has rows whatever day it is. */
const datesOfGroups = `update groups set start_date = current_date - 100, end_date = current_date + 100,
    schedule = jsonb_build_array(jsonb_build_object('day', day, 'start_time', '17:00', 'duration', 60))
  from (
    select id, (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[1 + row_number() over (order by id) % 7] as day
    from groups where organization_id = $1
  ) as numbered
  where groups.organization_id = $1 and groups.id = numbered.id`;

type View = { shown: number; requests: number; files: string[]; data: string };

async function firstRow(page: Page, origin: string, path: string, way: Way): Promise<View> {
  await speedUp(page);
  if (way === 'cold') {
    await page.goto(`${origin}/privacy-policy`);
    await page.evaluate(forget);
  } else {
    await settle(page, origin, path);
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  }
  await page.goto('about:blank');
  await slowDown(page, { empty: way === 'cold' });
  const urls: string[] = [];
  const note = (request: { url(): string }) => urls.push(request.url());
  page.on('request', note);
  const answered = page.waitForResponse(`${origin}/api/auth/session`, { timeout: 60_000 });
  await page.goto(origin + path, { waitUntil: 'commit' });
  const shown = Number(await page.evaluate('seen'));
  page.off('request', note);
  const files = urls.map((url) => new URL(url).pathname).filter((file) => /\.(js|css|woff2)$/.test(file));
  return { shown, requests: urls.length, files, data: await (await answered).text() };
}

/** Opens a page and stays until its rows are there: one that is left while it renews the session loses it. */
async function settle(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.evaluate('seen');
}

/** Deletes what the app has kept on the device. */
const forget = `(async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
})()`;

/**
 * Runs in the page: promises the time at which one of the rows is there first. Looks after changes alone: on a processor
 * four times as slow, to look at every frame would be a part of what is measured.
 */
const watch = (selectors: string[]) => `
  globalThis.seen = new Promise((done, fail) => {
    const row = () => document.querySelector(${JSON.stringify(selectors.join())});
    const look = () => (row()?.getClientRects().length > 0 ? done(performance.now()) : requestAnimationFrame(look));
    new MutationObserver((_changes, observer) => {
      if (!row()) return;
      observer.disconnect();
      requestAnimationFrame(look);
    }).observe(document, { childList: true, subtree: true });
    setTimeout(() => fail(new Error('There is no row')), 60_000);
  });
  // other pages have none, and nobody asks them
  seen.catch(() => {});
`;
