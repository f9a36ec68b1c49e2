import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, type Locale } from './fixtures.ts';

/** A directory for pictures of every screen; none are taken without it. */
const shots = process.env.SHOTS;

/** Sizes of the window in which screens are looked at, by their width. */
export const sizes = { 360: { width: 360, height: 740 }, 1440: { width: 1440, height: 900 } };
const schemes = ['light', 'dark'] as const;

/** What axe sees: a screen once per theme, narrow in one language and wide in the other; half of the screens the other way round. */
const seen = [
  { sl: { width: 360, scheme: 'dark' }, en: { width: 1440, scheme: 'light' } },
  { sl: { width: 1440, scheme: 'dark' }, en: { width: 360, scheme: 'light' } },
] as const;

/** Looks at the screen that a page shows, narrow and wide: axe, nothing to scroll sideways, and a picture if wanted. */
export async function look(
  page: Page,
  name: string,
  locale: Locale,
  widths: (keyof typeof sizes)[] = [1440, 360],
): Promise<void> {
  const turn = seen[name.length % 2 === 0 ? 0 : 1][locale];
  for (const width of widths) {
    await page.setViewportSize(sizes[width]);
    await settled(page);
    if (turn.width === width) await expectAccessible(page, turn.scheme);
    expect.soft(await tooWide(page), `${page.url()} at ${width} px: wider than the window`).toEqual([]);
    for (const colorScheme of shots ? schemes : []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      mkdirSync(String(shots), { recursive: true });
      const path = join(String(shots), `${name}-${locale}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
}

/** Checks that touch targets on a phone measure at least 44 px; links within a sentence are exempt. */
export async function expectTouchable(page: Page): Promise<void> {
  await page.setViewportSize(sizes[360]);
  await settled(page);
  const small = await page.evaluate<string[]>(`(() => {
    // a label is touched for its tick, a field up to its border, and a row by what its link spreads over it
    const boxes = (one) => [one, ...(one.labels ?? []), ...(one.matches('input') ? [one.parentElement] : [])];
    const isSmall = (one) => ['width', 'height'].some((side) => Math.max(
      ...boxes(one).map((box) => box.getBoundingClientRect()[side]),
      parseFloat(getComputedStyle(one, '::after')[side]) || 0,
    ) < 44);
    const inSentence = (one) => getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim();
    return [...document.querySelectorAll('a[href], button, input, select, textarea')]
      .filter((one) => one.checkVisibility() && !one.closest('[aria-hidden="true"], .skip') && !inSentence(one) && isSmall(one))
      .map((one) => one.outerHTML);
  })()`);
  expect.soft(small, `${page.url()}: too small for a finger`).toEqual([]);
}

/** Runs in the page: what it still waits for, in words; empty when its one heading, its lists and its fonts are there. */
const awaited = `(async () => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"]');
  const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const isOnItsWay = (one) => /nalaga|loading/i.test(one.ariaLabel ?? one.textContent);
  const headings = seen('h1, [role="heading"][aria-level="1"]');
  if (headings.length !== 1) return headings.length + ' headings of the page';
  const waiting = [
    ...document.querySelectorAll('[aria-busy="true"]'),
    ...[...headings, ...seen('[role="status"][aria-label]')].filter(isOnItsWay),
  ];
  if (waiting.length > 0) return waiting.map((one) => one.cloneNode(false).outerHTML).join(' ');
  await document.fonts.ready;
  return '';
})()`;

/** Waits until the screen's lists are loaded. Asks for all at once: by roles, each question would compute the page's names. */
async function settled(page: Page): Promise<void> {
  const ask = () => page.evaluate<string>(awaited);
  await expect.poll(ask, { message: 'what the page waits for', intervals: [50, 100] }).toBe('');
}

/** Elements that make a page scroll sideways, outermost first; empty when none does. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    if (document.scrollingElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    return wide.slice(0, 5).map((one) => one.cloneNode(false).outerHTML);
  })()`);
}
