import type { Page } from '@playwright/test';
import { expect, type Locale, test } from './fixtures.ts';
import { look, sizes } from './look.ts';

export const locales = ['sl', 'en'] as const;

/** Opens every screen in both languages and looks at it. */
export async function lookAtAll(
  page: Page,
  screens: Record<string, string>,
  go: (path: string, locale: Locale) => Promise<unknown>,
  then?: (page: Page) => Promise<void>,
): Promise<void> {
  for (const locale of locales) {
    for (const [name, path] of Object.entries(screens)) {
      await test.step(`${name} in ${locale}`, async () => {
        await go(path, locale);
        // a width that the page has already needs no other layout
        await look(page, name, locale, page.viewportSize()?.width === 360 ? [360, 1440] : [1440, 360]);
        await then?.(page);
      });
    }
  }
  await page.setViewportSize(sizes[360]);
}

/**
 * Opens screens of the staff app by their address in Slovenian, and in English as a link does, within the page that is open:
 * nothing is loaded again, neither the app nor axe.
 */
export const goStaff =
  (page: Page) =>
  async (path: string, locale: Locale): Promise<void> => {
    const isOpen = locale === 'en' && (await page.locator('html').getAttribute('lang')) === locale;
    if (isOpen) await follow(page, path);
    else await openStaff(page, path, locale);
  };

/** Resolves when the router has drawn the new screen: the old one has a heading too. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })`);
  await page.waitForFunction(
    '__TSR_ROUTER__.state.resolvedLocation.href === __TSR_ROUTER__.state.location.href',
  );
}

/** Opens a screen of the staff app in a language, as if it had been chosen in the menu. */
export async function openStaff(page: Page, path: string, locale: Locale): Promise<void> {
  await page.evaluate(`localStorage.setItem('vpisnik.locale', '${locale}')`);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}
