import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf } from '../measure.ts';
import { filesOnly, freePort, loadOf, newPage, signedIn, slowDown } from '../staff-view.ts';
import { type Site, startApp } from '../stage.ts';

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

/** The view that is timed starts with an empty cache. */
async function lookAtEditor(browser: Browser, origin: string, site: Site, path: string): Promise<View> {
  const page = await signedIn(browser, origin, site);
  await slowDown(page, { empty: true });
  await page.goto(origin + path, { waitUntil: 'commit' });
  await page.locator('main form input[type="text"]').first().focus({ timeout: 60_000 });
  const view = (await page.evaluate(tell)) as View;
  await page.context().close();
  return view;
}

async function lookAtFiles(browser: Browser, url: string): Promise<number> {
  const page = await newPage(browser);
  await slowDown(page, { empty: true });
  const loaded = await loadOf(page, url);
  await page.context().close();
  return loaded;
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
