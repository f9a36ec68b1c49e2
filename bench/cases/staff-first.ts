import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf, type Result } from '../measure.ts';
import { filesOnly, freePort, loadOf, newPage, phone, signedIn, slowDown, speedUp } from '../staff-view.ts';
import { startApp } from '../stage.ts';

/** Pages of every day, with the first of their rows, and how many milliseconds it may take. */
const pages = [
  { name: 'dashboard', path: '/dashboard', row: 'main section[aria-label] a' },
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
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await startApp(parts, stage.school, { PORT: String(port), PUBLIC_URL: origin });
    const browser = await chromium.launch(findChromium());
    parts.defer(() => browser.close());
    const page = await signedIn(browser, origin, stage.school, phone);
    const results: Result[] = [];
    for (const { name, path, row } of pages) {
      const first = await firstRow(page, origin, path, row, 'cold');
      const bare = await startChild(parts, 'bare-files.ts', { html: filesOnly(first.files, first.data) });
      const still = await newPage(browser, phone);
      const times = {
        cold: { ours: [] as number[], limit: [] as number[] },
        warm: { ours: [] as number[], limit: [] as number[] },
      };
      for (let round = 0; round < (stage.quick ? 1 : 5); round += 1) {
        for (const way of ways) {
          times[way].ours.push((await firstRow(page, origin, path, row, way)).shown);
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

type View = { shown: number; requests: number; files: string[]; data: string };

async function firstRow(page: Page, origin: string, path: string, row: string, way: Way): Promise<View> {
  await speedUp(page);
  if (way === 'cold') {
    await page.goto(`${origin}/privacy-policy`);
    await page.evaluate(forget);
  } else {
    await page.goto(origin + path);
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  }
  await page.goto('about:blank');
  await slowDown(page, { empty: way === 'cold' });
  const urls: string[] = [];
  const note = (request: { url(): string }) => urls.push(request.url());
  page.on('request', note);
  const answered = page.waitForResponse(`${origin}/api/auth/session`);
  await page.goto(origin + path, { waitUntil: 'commit' });
  const shown = Number(await page.evaluate(appearanceOf(row)));
  page.off('request', note);
  const files = urls.map((url) => new URL(url).pathname).filter((file) => /\.(js|css|woff2)$/.test(file));
  return { shown, requests: urls.length, files, data: await (await answered).text() };
}

/** Deletes what the app has kept on the device. */
const forget = `(async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
})()`;

/** Runs in the page: tells when an element was there for the first time. */
const appearanceOf = (selector: string) => `new Promise((tell) => {
  const look = () => {
    const rects = document.querySelector(${JSON.stringify(selector)})?.getClientRects() ?? [];
    if (rects.length > 0) tell(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;
