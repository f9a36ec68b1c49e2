import type { Page } from '@playwright/test';
import { expect, type Locale, test } from './fixtures.ts';
import { look } from './look.ts';

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
        await look(page, name, locale);
        await then?.(page);
      });
    }
  }
}

/** Opens a screen of the staff app in a language, as if it had been chosen in the menu. */
export async function openStaff(page: Page, path: string, locale: Locale): Promise<void> {
  await page.evaluate(`localStorage.setItem('vpisnik.locale', '${locale}')`);
  await page.goto(path);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}
