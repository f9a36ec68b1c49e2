import { createServer } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf } from '../measure.ts';
import { benchPassword } from '../seed.ts';
import { type Site, startApp } from '../stage.ts';
import { slow4g } from './first-view.ts';

/** Transfer size allowed for the entry and the editor, in KB: slightly above the present size. */
const BUDGET = 400;

/**
 * First view of a group's editor, signed in, with an empty browser cache, over slow 4G; compared with a page that loads
 * the same files and then shows a line of text.
 */
export const editor: Case = {
  name: 'editor',
  run: async (stage, parts) => {
    const site = stage.groups.thousand;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    await startApp(parts, site, { PORT: String(port), PUBLIC_URL: origin });
    const browser = await chromium.launch(findChromium());
    parts.defer(() => browser.close());
    const path = `/groups/${site.groupIds[0]}`;
    const first = await lookAtEditor(browser, origin, site, path);
    const bare = await startChild(parts, 'bare-files.ts', { html: filesOnly(first.files) });
    const times = { ours: [] as number[], limit: [] as number[] };
    for (let round = 0; round < (stage.quick ? 1 : 5); round += 1) {
      times.ours.push((await lookAtEditor(browser, origin, site, path)).usable);
      times.limit.push(await lookAtFiles(browser, `http://127.0.0.1:${bare.port}/`));
    }
    const [ours, limit] = [medianOf(times.ours), medianOf(times.limit)];
    return [
      {
        case: 'group editor, first view: name focusable',
        unit: 'ms',
        ours,
        limit,
        ratio: ours / limit,
        target: { at: 'most', value: 2.5 },
      },
      {
        case: 'staff entry and editor, CSS and script as sent',
        unit: 'KB',
        ours: first.bytes / 1000,
        limit: null,
        ratio: first.bytes / 1000,
        target: { at: 'most', value: BUDGET },
      },
    ];
  },
};

type View = { usable: number; bytes: number; files: string[] };

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Signs in at full speed; the view that is timed starts with an empty cache. */
async function lookAtEditor(browser: Browser, origin: string, site: Site, path: string): Promise<View> {
  const page = await slowPage(browser);
  await page.goto(`${origin}/login`);
  await page.locator('input[type="email"]').fill(site.email);
  await page.locator('input[type="password"]').fill(benchPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/dashboard`);
  await slowDown(page);
  await page.goto(origin + path, { waitUntil: 'commit' });
  await page.locator('main form input[type="text"]').first().focus({ timeout: 60_000 });
  const view = (await page.evaluate(tell)) as View;
  await page.context().close();
  return view;
}

async function lookAtFiles(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser);
  await slowDown(page);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  const loaded = await page.evaluate('performance.getEntriesByType("navigation")[0].loadEventStart');
  await page.context().close();
  return Number(loaded);
}

/** A page whose load event comes with the last of the files. */
function filesOnly(files: string[]): string {
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" href="${file}">`
      : `<link rel="modulepreload" href="${file}">`,
  );
  return `<!doctype html><html lang="sl"><head><meta charset="utf-8"><title>…</title>${tags.join('')}</head><body>…</body></html>`;
}

const tell = `(() => {
  const usable = performance.now();
  const files = performance.getEntriesByType('resource').filter(({ name }) => /\\.(js|css)$/.test(name));
  return {
    usable,
    bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    files: files.map(({ name }) => new URL(name).pathname),
  };
})()`;

/** Finds a free port before the app starts, because its sign-in depends on its public address. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
