import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { listedOrganizationOf, organizationOf } from '../../../../test/fixtures/organizations.ts';
import { idOf, listOf } from '../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const zvezda = listedOrganizationOf({
  numbers: {
    groups: 12,
    participants: 12_840,
    users: 5,
    last_activity_at: '2026-09-14T15:02:00.000000Z',
    counted_at: '2026-09-14T15:07:00.000000Z',
  },
});
const zmaj = listedOrganizationOf({
  id: idOf(2),
  name: 'NK Zmaj',
  owner_email: 'owner@zmaj.test',
  active: false,
});
const gone = listedOrganizationOf({
  id: idOf(3),
  name: 'Klub Lipa',
  owner_email: 'owner@lipa.test',
  active: false,
  delete_after: '2026-10-14T10:00:00.000000Z',
  deletion: { requested_by: 'Ana Skrbnica', requested_at: '2026-09-14T10:00:00.000000Z' },
});

const answers = (changes: unknown[] = [], more: Answers['organizations'] = {}): Answers => ({
  organizations: {
    list: ({ query }) => {
      const { search = '', state } = query as { search?: string; state?: string };
      const found = [gone, zmaj, zvezda].filter(({ name }) => name.includes(search));
      return listOf(...found.filter(({ delete_after }) => state !== 'deleted' || delete_after !== null));
    },
    setStatus: ({ params, body }) => {
      changes.push([params.id, body]);
      return new Refusal({ status: 500, code: 'internal_error' });
    },
    ...more,
  },
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
  await expect.element(screen.getByRole('row', { name: /Plesna šola Zvezda/ })).toMatchTextContent(/12\.840/);
  await expect
    .element(screen.getByRole('row', { name: /Klub Lipa/ }))
    .toMatchTextContent(/Izbris 14\. 10\. 2026/);
  await expectAccessible(document);
  await picture('organizations');
  await screen.getByRole('searchbox', { name: 'Ime ali e-pošta lastnika' }).fill('Zvezda');
  await expect.element(screen.getByText('NK Zmaj', { exact: true })).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ search: 'Zvezda' });
  await screen.getByRole('button', { name: 'Dejanja: Plesna šola Zvezda' }).click();
  await screen.getByRole('menuitem', { name: 'Deaktiviraj organizacijo' }).click();
  const question = screen.getByRole('dialog', { name: 'Deaktiviram organizacijo »Plesna šola Zvezda«?' });
  await expect.element(question).toBeVisible();
  await expectAccessible(document);
  await question.getByRole('button', { name: 'Deaktiviraj organizacijo' }).click();
  await expect
    .element(screen.getByText('Stanje organizacije ni spremenjeno. Poskusite znova.'))
    .toBeVisible();
  expect(changes).toEqual([[zvezda.id, { active: false }]]);
});

test('one is added with the invitation of its owner, whose address must be free', async () => {
  const sent: unknown[] = [];
  const { screen, router } = await renderApp({
    path: '/organizations',
    session: sessionOf('ADMIN'),
    answers: answers([], {
      create: ({ body }) => {
        sent.push(body);
        if (sent.length === 1)
          return new Refusal({
            status: 409,
            code: 'email_taken',
            errors: [{ path: 'owner_email', code: 'email_taken' }],
          });
        return organizationOf({ name: body.name, owner_email: body.owner_email });
      },
    }),
  });
  await screen.getByRole('button', { name: 'Dodaj organizacijo' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Nova organizacija' });
  const submit = sheet.getByRole('button', { name: 'Dodaj in pošlji povabilo' });
  await submit.click();
  await expect.element(sheet.getByRole('region', { name: 'Obrazec ima 3 napake' })).toHaveFocus();
  await expectAccessible(document);
  await picture('organization-new');
  await sheet.getByRole('textbox', { name: 'Ime organizacije' }).fill('Glasbena šola');
  await sheet.getByRole('textbox', { name: 'Ime in priimek lastnika' }).fill('Špela Žnidaršič');
  const email = sheet.getByRole('textbox', { name: 'E-pošta lastnika' });
  await email.fill(' taken@example.com ');
  await submit.click();
  await expect.element(sheet.getByRole('link', { name: /^E-pošta lastnika – Račun s tem/ })).toBeVisible();
  await email.fill('spela@example.com');
  await submit.click();
  await expect
    .element(screen.getByText('Organizacija je dodana, povabilo je na poti na spela@example.com'))
    .toBeVisible();
  expect(sent[1]).toEqual({
    name: 'Glasbena šola',
    owner_name: 'Špela Žnidaršič',
    owner_email: 'spela@example.com',
    default_language: 'sl',
  });
  expect(router.state.location.search).toEqual({});
});

test('one is deleted only when its name is typed, and comes back on demand', async () => {
  const removed: unknown[] = [];
  const restored: string[] = [];
  const { screen } = await renderApp({
    path: '/organizations',
    session: sessionOf('ADMIN'),
    answers: answers([], {
      remove: (call) => {
        removed.push(call);
        // refuses the first call, as after a rename by another ADMIN
        if (removed.length > 1) return undefined;
        return new Refusal({
          status: 422,
          code: 'invalid_fields',
          errors: [{ path: 'confirm_name', code: 'name_differs' }],
        });
      },
      restore: ({ params }) => {
        restored.push(params.id);
        return organizationOf({ id: params.id });
      },
    }),
  });
  await screen.getByRole('button', { name: 'Dejanja: Plesna šola Zvezda' }).click();
  await screen.getByRole('menuitem', { name: 'Izbriši organizacijo' }).click();
  const question = screen.getByRole('dialog', { name: 'Izbrišem organizacijo »Plesna šola Zvezda«?' });
  await expect.element(question.getByText('12.840 udeležencev')).toBeVisible();
  await expect.element(question.getByText(/Še 30 dni jo je mogoče obnoviti/)).toBeVisible();
  const confirm = question.getByRole('button', { name: 'Izbriši organizacijo' });
  const name = question.getByRole('textbox', { name: /vpišite ime/ });
  await name.fill('Zvezda');
  await confirm.click();
  await expect.element(question.getByText(/natanko tako/)).toBeVisible();
  await expect.element(name).toHaveFocus();
  expect(removed).toEqual([]);
  await expectAccessible(document);
  await picture('organization-delete');
  await name.fill('Plesna šola Zvezda ');
  await confirm.click();
  await expect.element(question.getByText(/natanko tako/)).toBeVisible();
  await expect.element(name).toHaveFocus();
  await name.fill('Plesna šola Zvezda');
  await confirm.click();
  await expect
    .element(screen.getByText('Organizacija je izbrisana. Obnovite jo lahko še 30 dni'))
    .toBeVisible();
  expect(removed[1]).toMatchObject({
    params: { id: zvezda.id },
    body: { confirm_name: 'Plesna šola Zvezda' },
  });

  await screen.getByRole('button', { name: 'Dejanja: Klub Lipa' }).click();
  await expect
    .element(screen.getByRole('menuitem', { name: 'Izbriši organizacijo' }))
    .not.toBeInTheDocument();
  await screen.getByRole('menuitem', { name: 'Obnovi organizacijo' }).click();
  const asking = screen.getByRole('dialog', { name: 'Obnovim organizacijo »Klub Lipa«?' });
  await expect.element(asking.getByText(/Ana Skrbnica, 14\. 9\. 2026/)).toBeVisible();
  await asking.getByRole('button', { name: 'Obnovi organizacijo' }).click();
  await expect.element(screen.getByText('Organizacija je obnovljena')).toBeVisible();
  expect(restored).toEqual([gone.id]);
});

test('the banner names the organisation acted for; a deleted one cannot be chosen', async () => {
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
