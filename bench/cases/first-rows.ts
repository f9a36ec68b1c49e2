import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf, type Result } from '../measure.ts';
import { filesOnly, freePort, loadOf, newPage, signedIn, slowDown } from '../staff-view.ts';
import { type Site, type Stage, startApp } from '../stage.ts';

type Opened = { says: string; site: Site; path: string; row: string };

/** Seconds until the first row may be there, and how often what a static page of the same bytes needs. */
const targets = { cold: 3.5, warm: 1.5, ratio: 1.5, requests: 12 };

/**
 * First row of the staff's pages of every day, signed in, over slow 4G: with an empty cache, and on a later visit.
 * Compared with a static page that loads the same files and carries the same data.
 */
export const firstRows: Case = {
  name: 'first-rows',
  run: async (stage, parts) => {
    const browser = await chromium.launch(findChromium());
    parts.defer(() => browser.close());
    const pages: Opened[] = [
      {
        says: 'dashboard',
        site: stage.small,
        path: '/dashboard',
        row: 'main section[aria-label] a',
      },
      {
        says: 'participants-first-row of 10 000',
        site: stage.groups.thousand,
        path: '/participants',
        row: 'main table tbody tr [data-open-row]',
      },
    ];
    const results: Result[] = [];
    for (const one of pages) results.push(...(await compared(stage, parts, browser, one)));
    return results;
  },
};

async function compared(
  { quick }: Stage,
  parts: AsyncDisposableStack,
  browser: Browser,
  { says, site, path, row }: Opened,
): Promise<Result[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await startApp(parts, site, { PORT: String(port), PUBLIC_URL: origin });
  const ours: { cold: View[]; warm: View[] } = { cold: [], warm: [] };
  const limit = { cold: [] as number[], warm: [] as number[] };
  let bare: { port: number } | undefined;
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    const { cold, warm } = await lookTwice(browser, origin, site, path, row);
    ours.cold.push(cold);
    ours.warm.push(warm);
    bare ??= await startChild(parts, 'bare-files.ts', { html: filesOnly(cold.files, cold.data) });
    const page = await newPage(browser);
    await slowDown(page, { empty: true });
    const url = `http://127.0.0.1:${bare.port}/`;
    limit.cold.push(await loadOf(page, url));
    await page.goto('about:blank');
    limit.warm.push(await loadOf(page, url));
    await page.context().close();
  }
  const rows = (['cold', 'warm'] as const).flatMap((which): Result[] => {
    const took = medianOf(ours[which].map(({ seen }) => seen)) / 1000;
    const least = medianOf(limit[which]) / 1000;
    const named = `${says}, ${which === 'cold' ? 'empty cache' : 'later visit'}`;
    return [
      {
        case: named,
        unit: 's',
        ours: took,
        limit: null,
        ratio: took,
        target: { at: 'most', value: targets[which] },
      },
      {
        case: `${named}, beside a static page`,
        unit: 's',
        ours: took,
        limit: least,
        ratio: took / least,
        target: { at: 'most', value: targets.ratio },
      },
    ];
  });
  const requests = medianOf(ours.cold.map(({ requests }) => requests));
  const later = medianOf(ours.warm.map(({ requests }) => requests));
  return [
    ...rows,
    {
      case: `${says}, requests with an empty cache`,
      unit: 'requests',
      ours: requests,
      limit: null,
      ratio: requests,
      target: { at: 'most', value: targets.requests },
      note: `${later} reach the network on a later visit`,
    },
  ];
}

type View = { seen: number; files: string[]; data: string; requests: number };

/** A view with an empty cache, and one after everything is kept. */
async function lookTwice(browser: Browser, origin: string, site: Site, path: string, row: string) {
  const first = await signedIn(browser, origin, site);
  const { cookies } = await first.context().storageState();
  const user = await first.evaluate('({ ...localStorage })');
  await first.context().close();
  // nothing but the session is there: no cache, and no worker
  const page = await newPage(browser);
  await page.context().addCookies(cookies);
  await page.addInitScript((kept) => Object.assign(localStorage, kept), user as Record<string, string>);
  await slowDown(page, { empty: true });
  const cold = await look(page, origin + path, row);
  const fast = await page.context().newCDPSession(page);
  await fast.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // the worker keeps the files at its own pace
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
  await page.goto('about:blank');
  await slowDown(page, { empty: false });
  const warm = await look(page, origin + path, row);
  await page.context().close();
  return { cold, warm };
}

async function look(page: Page, url: string, row: string): Promise<View> {
  let requests = 0;
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/session'));
  const count = (response: { fromServiceWorker(): boolean }) => {
    if (!response.fromServiceWorker()) requests += 1;
  };
  page.on('response', count);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(row).first().waitFor({ timeout: 60_000 });
  const seen = Number(await page.evaluate('performance.now()'));
  page.off('response', count);
  const files = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((name) => /\\.(js|css|woff2)$/.test(name))`,
  )) as string[];
  return { seen, files, data: await (await answered).text(), requests };
}
