import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/chromium.ts';
import { capture } from '../capture.ts';
import { startChild } from '../child.ts';
import { type Case, medianOf } from '../measure.ts';
import { type Site, startApp } from '../stage.ts';

/** The first view of a group's page with its form, on a slow telephone, beside a static page with the same content. */
export const firstView: Case = {
  name: 'first-view',
  run: async (stage, parts) => {
    const { large, quick } = stage;
    const path = `/public/${large.organizationId}/groups/${large.groupIds[0]}/apply?lang=sl`;
    const { ours, limit } = await viewsOf(large, path, quick, parts);
    const before = `first text after ${ours.text.toFixed(0)} ms, the first font after ${ours.font.toFixed(0)} ms`;
    return [
      {
        case: 'public page, first view: LCP',
        unit: 'ms',
        ours: ours.lcp,
        limit: limit.lcp,
        ratio: ours.lcp / limit.lcp,
        target: { at: 'most', value: 1.15 },
        note: before,
      },
      {
        case: 'public page, first view: form focusable',
        unit: 'ms',
        ours: ours.focusable,
        limit: limit.focusable,
        ratio: ours.focusable / limit.focusable,
        target: { at: 'most', value: 1.3 },
      },
      {
        case: 'public page, HTML, CSS and script as sent',
        unit: 'KB',
        ours: ours.bytes / 1000,
        limit: limit.bytes / 1000,
        ratio: ours.bytes / 1000,
        target: { at: 'most', value: 90 },
      },
    ];
  },
};

/** Looks at a page and at a static one with the same content in turn, five times each. */
export async function viewsOf(
  site: Site,
  path: string,
  quick: boolean,
  parts: AsyncDisposableStack,
): Promise<{ ours: View; limit: View }> {
  const { body } = await capture(site, 'public', { url: path });
  const app = await startApp(parts, site);
  const bare = await startChild(parts, 'bare-files.ts', { html: withoutScript(body) });
  const browser = await chromium.launch(findChromium());
  parts.defer(() => browser.close());
  const view = (port: number) => lookAt(browser, `http://127.0.0.1:${port}${path}`);
  const views = { ours: [] as View[], limit: [] as View[] };
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    views.ours.push(await view(app.port));
    views.limit.push(await view(bare.port));
  }
  return { ours: mediansOf(views.ours), limit: mediansOf(views.limit) };
}

type View = { lcp: number; text: number; font: number; focusable: number; bytes: number };
type Browser = Awaited<ReturnType<typeof chromium.launch>>;

function mediansOf(views: View[]): View {
  const of = (name: keyof View) => medianOf(views.map((view) => view[name]));
  return {
    lcp: of('lcp'),
    text: of('text'),
    font: of('font'),
    focusable: of('focusable'),
    bytes: of('bytes'),
  };
}

/** Slow 4G: latency in milliseconds, throughput in bytes per second. */
export const slow4g = {
  offline: false,
  latency: 562,
  downloadThroughput: 1_440_000 / 8,
  uploadThroughput: 675_000 / 8,
};

/** Opens an address in a browser that has never been there, by slow 4G and with a processor four times as slow. */
async function lookAt(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript({ content: observe });
  await page.goto(url, { waitUntil: 'networkidle' });
  const seen = (await page.evaluate(tell)) as View;
  await context.close();
  return seen;
}

/** Runs in the page: keeps the time of its largest paint, and of the first moment at which its form takes the focus. */
const observe = `
  globalThis.seen = { lcp: NaN, focusable: NaN };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    const field = document.querySelector('input[name="name"]');
    if (field && field.getClientRects().length > 0 && !field.disabled) seen.focusable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
`;

/** Runs in the page at the end: returns the recorded times and the bytes transferred. */
const tell = `(() => {
  const files = performance.getEntriesByType('resource');
  const fonts = files.filter(({ name }) => name.endsWith('.woff2')).map(({ responseEnd }) => responseEnd);
  const counted = files.filter(({ name }) => /\\.(js|css)$/.test(name));
  const sent = [...performance.getEntriesByType('navigation'), ...counted];
  return {
    ...seen,
    text: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    font: Math.min(...fonts),
    bytes: sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
})()`;

/** Removes scripts and module preloads from a page. */
function withoutScript(html: string): string {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, '').replace(/<script[^>]*>.*?<\/script>/gs, '');
}
