import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { idOf, listOf } from '../../../../test/groups.ts';
import { organizationOf, picture, sessionOf } from '../../../../test/render.tsx';

const zvezda = organizationOf();
const zmaj = organizationOf({
  id: idOf(2),
  name: 'NK Zmaj',
  owner_email: 'owner@zmaj.test',
  languages: ['sl'],
  active: false,
});

const answers = (changes: unknown[] = []): Answers => ({
  organizations: {
    list: ({ query }) => {
      const { search = '' } = query as { search?: string };
      return listOf(...[zmaj, zvezda].filter(({ name }) => name.includes(search)));
    },
    setStatus: ({ params, body }) => {
      changes.push([params.id, body]);
      return new Refusal({ status: 500, code: 'internal_error' });
    },
  },
  participants: { counts: () => new Refusal({ status: 404 }) },
});

test('an ADMIN without an organisation finds one; deactivating asks by name and says when it fails', async () => {
  const changes: unknown[] = [];
  const { screen, router } = await renderApp({
    path: '/dashboard',
    answers: answers(changes),
    session: sessionOf('ADMIN'),
  });
  expect(router.state.location.pathname).toBe('/organizations');
  await expect.element(screen.getByText('NK Zmaj', { exact: true })).toBeVisible();
  await expectAccessible(document);
  await picture('organizations');
  await screen.getByRole('searchbox', { name: 'Ime organizacije' }).fill('Zvezda');
  await expect.element(screen.getByText('NK Zmaj', { exact: true })).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ search: 'Zvezda' });
  await screen.getByRole('button', { name: 'Dejanja: Plesna šola Zvezda' }).click();
  await screen.getByRole('menuitem', { name: 'Izklopi organizacijo' }).click();
  const question = screen.getByRole('dialog', { name: 'Izklopim organizacijo »Plesna šola Zvezda«?' });
  await expect.element(question).toBeVisible();
  await expectAccessible(document);
  await question.getByRole('button', { name: 'Izklopi organizacijo' }).click();
  await expect
    .element(screen.getByText('Stanje organizacije ni spremenjeno. Poskusite znova.'))
    .toBeVisible();
  expect(changes).toEqual([[zvezda.id, { active: false }]]);
});

test('the organisation acted for is said all the time; one that is gone is not chosen', async () => {
  const { screen } = await renderApp({
    path: '/organizations',
    answers: answers(),
    session: sessionOf('ADMIN', zvezda),
  });
  await expect.element(screen.getByText('Urejate v imenu organizacije »Plesna šola Zvezda«.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Izbrana.*Plesna šola Zvezda/ })).toBeVisible();
  await screen.getByRole('button', { name: /^Urejaj v njenem imenu.*NK Zmaj/ }).click();
  await expect.element(screen.getByText(/Organizacije ni bilo mogoče izbrati/)).toBeVisible();
});

test('on a phone nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({
    path: '/organizations',
    answers: answers(),
    session: sessionOf('ADMIN'),
  });
  await expect.element(screen.getByText('NK Zmaj', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('organizations');
  await page.viewport(1440, 900);
});
