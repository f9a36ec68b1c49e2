import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/axe.ts';
import { openPage, servePage } from '../../../test/public-browser.tsx';
import { applyPage, everyPage, fields, group, groupsPage } from '../../../test/servers/public-pages.ts';

const two = () =>
  groupsPage([
    group({ id: '01990000-0000-7000-8000-0000000000a0', name: { sl: 'Šolski balet', en: 'School ballet' } }),
    group({ id: '01990000-0000-7000-8000-0000000000a1', name: { sl: 'Kitara' } }),
  ]);
const search = () => page.getByRole('searchbox', { name: 'Iskanje po imenu skupine' });
const link = (name: string) => page.getByRole('link', { name, exact: true });

it('narrows the list as one types, accents ignored, and keeps the search in the address', async () => {
  await openPage(two());
  await search().fill('solski');
  await expect.element(link('Kitara')).not.toBeInTheDocument();
  await expect.element(link('Šolski balet')).toBeVisible();
  await expect.element(page.getByText('Najdena je 1 skupina.')).toBeInTheDocument();
  expect(new URL(location.href).searchParams.get('search')).toBe('solski');
});

it('says when nothing is found, and how to see everything again', async () => {
  await openPage(two());
  await search().fill('harmonika');
  await expect.element(page.getByText('Nobena skupina nima v imenu »harmonika«.')).toBeVisible();
  await page.getByRole('link', { name: 'Počisti iskanje' }).click();
  await expect.element(link('Kitara')).toBeVisible();
  expect(new URL(location.href).searchParams.has('search')).toBe(false);
});

it('searches for text typed before the script loads', async () => {
  const { start } = servePage(two());
  await search().fill('kit');
  await start();
  await expect.element(link('Šolski balet')).not.toBeInTheDocument();
  await expect.element(search()).toHaveValue('kit');
});

it('changes language in place, also for groups that are in one language only', async () => {
  await openPage(two());
  await search().fill('k');
  await page.getByRole('link', { name: 'English' }).click();
  await expect.element(page.getByRole('heading', { name: 'Modern and jazz' })).toBeVisible();
  await expect.element(link('Kitara')).toHaveAttribute('lang', 'sl');
  await expect.element(page.getByRole('searchbox')).toHaveValue('k');
  document.documentElement.lang = 'sl';
});

it.each(['groups', 'no_groups', 'nothing_found'])('is accessible: %s', async (state) => {
  const shown = everyPage[state];
  if (shown?.kind !== 'groups') throw new Error(`No such page: ${state}`);
  await openPage(shown);
  await expectAccessible();
});

const long = `https://primer.si/${'pravilnik'.repeat(20)}`;
const wordy = {
  name: { sl: long },
  description: { sl: long },
  price_text: { sl: long },
  location_name: long,
  location_address: long,
  leaders: [long],
};
it.each([
  ['list', () => groupsPage([group(wordy)])],
  [
    'form',
    () =>
      applyPage({
        ...wordy,
        fields: [{ ...fields.experience, name: { sl: long }, description: { sl: long } }],
      }),
  ],
])('is no wider than a phone when a text has no spaces: %s', async (_what, wordyPage) => {
  await page.viewport(360, 740);
  await openPage(wordyPage());
  expect(document.scrollingElement?.scrollWidth).toBe(360);
});
