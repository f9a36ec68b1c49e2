import type { Organization } from '@vpisnik/contract/organizations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { type Answers, Refusal } from '../../../../test/fake-api.ts';
import { organizationOf, picture } from '../../../../test/render.tsx';

type Sent = Record<string, unknown>;

/** Settings of an organisation whose calls are noted. */
function answers(saves: [call: string, body: Sent][], more: Answers['organizations'] = {}): Answers {
  let saved = organizationOf();
  const save = (call: string, change: Partial<Organization>, body: Sent) => {
    saves.push([call, body]);
    saved = { ...saved, ...change, version: saved.version + 1 };
    return saved;
  };
  return {
    organizations: {
      get: () => saved,
      update: ({ body: { version, ...change } }) =>
        save('update', change as Partial<Organization>, { ...change, version }),
      setProfile: ({ body }) => save('profile', { profile: body.profile as Organization['profile'] }, body),
      ...more,
    },
    participants: { counts: () => new Refusal({ status: 404 }) },
  };
}

test('organisation and profile are saved by one bar, each by its call', async () => {
  const saves: [string, Sent][] = [];
  const { screen, router } = await renderApp({ path: '/settings', answers: answers(saves) });
  const name = screen.getByRole('textbox', { name: 'Ime organizacije' });
  await expect.element(name).toHaveValue('Plesna šola Zvezda');
  await expectAccessible(document);
  await picture('settings');
  await name.fill('');
  await screen.getByRole('textbox', { name: /^Telefon/ }).fill('pokličite');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  const summary = screen.getByRole('region', { name: 'Obrazec ima 2 napaki' });
  await expect.element(summary).toHaveFocus();
  await expectAccessible(document);
  await picture('settings-errors');
  await summary.getByRole('link', { name: /Telefon – Vpišite telefonsko številko/ }).click();
  const phone = screen.getByRole('textbox', { name: /^Telefon/ });
  await expect.element(phone).toHaveFocus();
  await phone.fill('031 123 456');
  await name.fill('Zvezda');

  await screen.getByRole('link', { name: 'Kategorije' }).click();
  await screen.getByRole('button', { name: 'Ostani' }).click();
  expect(router.state.location.pathname).toBe('/settings');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByText('Nastavitve so shranjene')).toBeVisible();
  expect(saves.map(([call]) => call)).toEqual(['update', 'profile']);
  expect(saves[0]?.[1]).toEqual({ name: 'Zvezda', version: 1 });
  expect(saves[1]?.[1]).toMatchObject({
    profile: { phone_number: '031 123 456', city: 'Ljubljana' },
    version: 2,
  });
});

test('a conflict keeps what was typed and lets choose; the rest of theirs is merged in', async () => {
  const theirs = organizationOf({ version: 2, name: 'Zvezda Ljubljana', time_zone: 'Europe/Vienna' });
  const { screen } = await renderApp({
    path: '/settings',
    answers: answers([], {
      update: () => new Refusal({ status: 409, code: 'edit_conflict', current: theirs }),
    }),
  });
  const name = screen.getByRole('textbox', { name: 'Ime organizacije' });
  await name.fill('Zvezda Maribor');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  const notice = screen.getByRole('alert');
  await expect.element(notice.getByText('Zvezda Ljubljana')).toBeVisible();
  await expect.element(name).toHaveValue('Zvezda Maribor');
  await expectAccessible(document);
  await picture('settings-conflict');
  await notice.getByRole('button', { name: 'Vzemi shranjeno' }).click();
  await expect.element(name).toHaveValue('Zvezda Ljubljana');
  await expect.element(screen.getByRole('combobox', { name: 'Časovni pas' })).toHaveValue('Europe/Vienna');
  await expect.element(screen.getByRole('button', { name: /^Shrani/ })).not.toBeInTheDocument();
});

test('a language that groups are offered in stays', async () => {
  const refused = new Refusal({
    status: 422,
    code: 'invalid_fields',
    errors: [{ path: 'languages', code: 'in_use' }],
  });
  const { screen } = await renderApp({ path: '/settings', answers: answers([], { update: () => refused }) });
  await screen.getByRole('checkbox', { name: 'Slovenščina' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Privzeti jezik' })).toHaveValue('Angleščina');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByRole('link', { name: /^Ponujeni jeziki/ })).toBeVisible();
});

test('on a phone nothing sticks out', async () => {
  await page.viewport(360, 740);
  const { screen } = await renderApp({ path: '/settings', answers: answers([]) });
  await expect.element(screen.getByRole('textbox', { name: 'Ime organizacije' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  await expectAccessible(document);
  await picture('settings');
  await page.viewport(1440, 900);
});
