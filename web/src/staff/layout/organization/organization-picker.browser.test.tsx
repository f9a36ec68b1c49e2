import type { ListedOrganization } from '@vpisnik/contract/organizations';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { listedOrganizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import type { Answers } from '../../../../test/servers/fake-api.ts';
import { typeAtOnce } from '../../../../test/type-at-once.ts';
import { recentOrganizations } from '../../../lib/session/recent-organizations.ts';
import { noteUnsaved } from '../../../ui/form/saving/unsaved.ts';

const listed = (number: number, name: string, active = true) =>
  listedOrganizationOf({ id: idOf(number), name, active, owner_email: `owner${number}@test.si` });
const all = [listed(1, 'Plesna šola Zvezda'), listed(2, 'NK Zmaj'), listed(3, 'Glasbena šola Pika', false)];

let asked: (string | undefined)[];

beforeEach(() => {
  asked = [];
});

const answers: Answers = {
  organizations: {
    list: ({ query }) => {
      const { search = '' } = query as { search?: string };
      asked.push(search);
      return listOf(...all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())));
    },
  },
  groups: { list: () => listOf() },
  sessions: { list: () => ({ results: [] }) },
  categories: { list: () => listOf() },
  locations: { list: () => listOf() },
};

async function open(path: string, acting: ListedOrganization | null = all[0] ?? null) {
  const app = await renderApp({ path, answers, session: sessionOf('ADMIN', acting) });
  const { store } = app;
  store.actFor = async (id) => {
    store.set(sessionOf('ADMIN', all.find((one) => one.id === id) ?? null));
    return store.get();
  };
  store.stopActing = async () => {
    store.set(sessionOf('ADMIN'));
    return store.get();
  };
  return app;
}

const picker = () => page.getByRole('button', { name: /Izberi organizacijo$/ });
const search = () => page.getByRole('combobox', { name: 'Ime organizacije ali naslov lastnika' });
const names = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);

test('offers the recent ones and others, finds by typing and is worked by keyboard alone', async () => {
  recentOrganizations(localStorage).note({ id: idOf(3), name: 'Glasbena šola Pika' });
  const { router, store } = await open('/groups?search=x');
  await expect.element(picker()).toBeVisible();
  picker().element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(search()).toHaveFocus();
  await expect
    .poll(names)
    .toEqual(['Glasbena šola Pika', 'NK Zmajowner2@test.si', 'Vse organizacije', 'Zapusti organizacijo']);
  await expectAccessible(document);
  await picture('organization-picker');
  typeAtOnce(search().element(), 'zma');
  await expect.poll(names).toEqual(['NK Zmajowner2@test.si', 'Vse organizacije', 'Zapusti organizacijo']);
  expect(asked.filter(Boolean)).toEqual(['zma']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => store.get().organization?.name).toBe('NK Zmaj');
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  expect(
    recentOrganizations(localStorage)
      .list()
      .map(({ name }) => name),
  ).toEqual(['NK Zmaj', 'Plesna šola Zvezda', 'Glasbena šola Pika']);
});

test('closes on Escape; an empty search says so and leads to the whole list with the same words', async () => {
  const { router } = await open('/groups?search=x');
  await picker().click();
  await userEvent.keyboard('xyzzy');
  await expect.element(page.getByText('Organizacije s tem imenom ni.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(search()).not.toBeInTheDocument();
  await expect.element(picker()).toHaveFocus();
  await picker().click();
  await userEvent.keyboard('pika');
  await expect.poll(names).toContain('Glasbena šola PikaOrganizacija ni aktivna.');
  await page.getByRole('option', { name: 'Vse organizacije' }).click();
  await expect.poll(() => router.state.location.href).toBe('/organizations?search=pika');
});

test('opens for no key while an organisation is being chosen', async () => {
  const { store } = await open('/groups?search=x');
  const { actFor } = store;
  const chosen = Promise.withResolvers<void>();
  store.actFor = async (id) => {
    await chosen.promise;
    return actFor(id);
  };
  await picker().click();
  await page.getByRole('option', { name: /^NK Zmaj/ }).click();
  await expect.element(picker()).toHaveAttribute('aria-disabled', 'true');
  picker().element().focus();
  for (const key of ['{ArrowDown}', '{Enter}', ' ']) {
    await userEvent.keyboard(key);
    await expect.element(picker()).toHaveAttribute('aria-expanded', 'false');
  }
  chosen.resolve();
  await expect.poll(() => store.get().organization?.name).toBe('NK Zmaj');
  await expect.element(picker()).not.toHaveAttribute('aria-disabled');
  picker().element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(search()).toHaveFocus();
});

test('the banner leaves the organisation, after a question about unsaved changes', async () => {
  const { router, store } = await open('/groups?search=x');
  const saved = noteUnsaved();
  await page.getByRole('button', { name: 'Zapusti organizacijo' }).click();
  await page.getByRole('button', { name: 'Ostani' }).click();
  expect(store.get().organization).not.toBeNull();
  await page.getByRole('button', { name: 'Zapusti organizacijo' }).click();
  await page.getByRole('button', { name: 'Zavrzi spremembe' }).click();
  await expect.poll(() => store.get().organization).toBeNull();
  await expect.poll(() => router.state.location.pathname).toBe('/organizations');
  saved();
});

test('a deleted organisation is reported and not offered again', async () => {
  recentOrganizations(localStorage).note({ id: idOf(9), name: 'Nekdanji klub' });
  const { router } = await open('/groups?search=x');
  await picker().click();
  await page.getByRole('option', { name: 'Nekdanji klub' }).click();
  await expect.element(page.getByText(/Organizacije ni bilo mogoče izbrati/)).toBeVisible();
  expect(
    recentOrganizations(localStorage)
      .list()
      .map(({ id }) => id),
  ).not.toContain(idOf(9));
  await expect.poll(() => router.state.location.pathname).toBe('/organizations');
});

test('on a phone it is in the menu', async () => {
  await page.viewport(360, 740);
  await open('/groups?search=x');
  await page.getByRole('button', { name: 'Odpri meni' }).click();
  await picker().click();
  await expect.element(search()).toBeVisible();
  await expect.poll(names).toContain('NK Zmajowner2@test.si');
  await expectAccessible(document);
  await picture('organization-picker');
  await page.getByRole('option', { name: /^NK Zmaj/ }).click();
  await expect.element(page.getByText('Urejate v imenu organizacije »NK Zmaj«.')).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Glavni meni' })).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});
