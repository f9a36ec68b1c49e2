import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../test/axe.ts';
import { context, everyPage } from '../../../test/servers/public-pages.ts';
import { addStyles } from '../../../test/styles.ts';
import { storeLocale } from '../../lib/text/locale.ts';
import { contentOf } from '../content.tsx';
import { enhance } from '../enhance.ts';
import allGroups from '../styles/all-groups-page.css?inline';
import groups from '../styles/groups-page.css?inline';
import landing from '../styles/landing.css?inline';
import pages from '../styles/pages.css?inline';

const still = Object.entries(everyPage).filter(([, { kind }]) => kind !== 'groups' && kind !== 'apply');

/** The page as it is rendered, with its few lines of script running. */
async function open(name: string, language: 'sl' | 'en' = 'sl') {
  const shown = everyPage[name];
  if (!shown) throw new Error(`No such page: ${name}`);
  addStyles(landing, groups, allGroups, pages);
  await render(contentOf(shown, context({ language })).element);
  enhance();
}

it.each(still)('is accessible: %s', async (name) => {
  await open(name);
  await expectAccessible();
});

it('offers the language that was chosen here before', async () => {
  storeLocale('en');
  await open('categories');
  const offer = page.getByRole('link', { name: 'Open in English' });
  await expect.element(offer).toBeVisible();
  await expect.element(offer).toHaveAttribute('href', '/public/page?lang=en');
});

it('offers no other language without a stored choice, or when the page is in it', async () => {
  await open('categories');
  await expect.element(page.getByText('Open in English')).not.toBeVisible();
  storeLocale('sl');
  enhance();
  await expect.element(page.getByText('Open in English')).not.toBeVisible();
});

it('remembers the language that is chosen', async () => {
  await open('landing');
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener('click', stay);
  onTestFinished(() => document.removeEventListener('click', stay));
  await page.getByRole('link', { name: 'English', exact: true }).click();
  expect(localStorage.getItem('vpisnik.locale')).toBe('en');
});

it('prints a legal text', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await open('processing', 'en');
  await page.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
});
