import { createServer } from 'node:net';
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { slow4g } from './cases/first-view.ts';
import { benchPassword } from './seed.ts';
import type { Site } from './stage.ts';

const desk = { viewport: { width: 1440, height: 900 } };
/** A telephone of the smallest size that we draw for, where the schools are: elsewhere another week may have begun. */
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  timezoneId: 'Europe/Ljubljana',
};

/** Opens a browser that has never been here, signs in at full speed, and comes to the dashboard. */
export async function signedIn(
  browser: Browser,
  origin: string,
  site: Site,
  device: BrowserContextOptions = desk,
): Promise<Page> {
  const page = await newPage(browser, device);
  await page.goto(`${origin}/login`);
  await page.locator('input[type="email"]').fill(site.email);
  await page.locator('input[type="password"]').fill(benchPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/dashboard`);
  return page;
}

/** A page in a context of its own. */
export async function newPage(browser: Browser, device: BrowserContextOptions = desk): Promise<Page> {
  const context = await browser.newContext(device);
  return context.newPage();
}

/** The line to a page's developer tools: what it has set holds as long as it is open. */
const sessions = new WeakMap<Page, CDPSession>();

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

/** From now on the page has a slow line and a processor four times as slow; `empty` takes its cache away. */
export async function slowDown(page: Page, { empty }: { empty: boolean }): Promise<void> {
  const session = await sessionOf(page);
  await session.send('Network.enable');
  if (empty) await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Takes that back. */
export async function speedUp(page: Page): Promise<void> {
  const session = await sessionOf(page);
  await session.send('Network.emulateNetworkConditions', fast);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** A page that refers to all the files, and runs none; it carries `data` beside them. */
export function filesOnly(files: readonly string[], data = ''): string {
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${file}">`
      : file.endsWith('.woff2')
        ? `<link rel="preload" as="font" crossorigin href="${file}">`
        : `<link rel="modulepreload" href="${file}">`,
  );
  const kept = data && `<script type="application/json">${data.replaceAll('<', '\\u003c')}</script>`;
  return `<!doctype html><html lang="sl"><head><meta charset="utf-8"><title>…</title>${tags.join('')}</head><body>…${kept}</body></html>`;
}

/**
 * Runs in a static page: when the last of its files was there. The load event doesn't wait for modules that are only preloaded,
 * which are most of the bytes.
 */
const complete = `new Promise((done) => {
  const wanted = new Set([...document.querySelectorAll('link')].map(({ href }) => href));
  new PerformanceObserver(() => {
    const files = performance.getEntriesByType('resource');
    if (files.filter(({ name }) => wanted.has(name)).length < wanted.size) return;
    const [{ loadEventStart }] = performance.getEntriesByType('navigation');
    done(Math.max(loadEventStart, ...files.map(({ responseEnd }) => responseEnd)));
  }).observe({ type: 'resource', buffered: true });
})`;

/** Milliseconds until everything that a static page refers to is there. */
export async function loadOf(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  return Number(await page.evaluate(complete));
}

/** Finds a free port before the app starts, because its sign-in depends on its public address. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
