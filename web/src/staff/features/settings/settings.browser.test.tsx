import type { Organization } from '@vpisnik/contract/organizations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { configure } from '../../../../test/config.ts';
import { organizationOf } from '../../../../test/fixtures/organizations.ts';
import { listOf } from '../../../../test/fixtures/rows.ts';
import { picture } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers this day, and the page shows it

type Sent = Record<string, unknown>;

/** Settings of an organisation whose calls are noted. */
function answers(saves: Sent[], more: Answers['organizations'] = {}): Answers {
  let saved = organizationOf();
  return {
    organizations: {
      get: () => saved,
      update: ({ body }) => {
        saves.push(body);
        saved = { ...saved, ...(body as Partial<Organization>), version: saved.version + 1 };
        return saved;
      },
      ownerChange: () => null,
      ...more,
    },
    closures: { list: () => ({ results: [], breaks_known_until: '2027-08-31' }) },
    users: { list: () => listOf() },
  };
}

test('organisation and profile are saved by one bar in one call', async () => {
  const saves: Sent[] = [];
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
  expect(saves).toMatchObject([
    { name: 'Zvezda', profile: { phone_number: '031 123 456', city: 'Ljubljana' }, version: 1 },
  ]);
  expect(saves[0]).not.toHaveProperty('time_zone');
});

test('an address for questions is published by choice and taken back by clearing it', async () => {
  const saves: Sent[] = [];
  const { screen } = await renderApp({ path: '/settings', answers: answers(saves) });
  const field = screen.getByRole('textbox', { name: /^E-pošta za vprašanja/ });
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAccessibleDescription(/odgovori pa gredo na naslov lastnika/);
  const save = screen.getByRole('button', { name: /^Shrani/ });
  await field.fill('info');
  await save.click();
  await screen.getByRole('link', { name: /^E-pošta za vprašanja – Vpišite e-poštni naslov/ }).click();
  await expect.element(field).toHaveFocus();
  await field.fill('info@zvezda.test');
  await save.click();
  await expect.poll(() => saves.length).toBe(1);
  await field.fill('');
  await save.click();
  await expect
    .poll(() => saves)
    .toMatchObject([{ contact_email: 'info@zvezda.test' }, { contact_email: null }]);
});

test('the sections are found by an index, and an address leads to one', async () => {
  const { screen, router } = await renderApp({ path: '/settings#closures', answers: answers([]) });
  await expect.element(screen.getByRole('region', { name: 'Prosti dnevi' })).toHaveFocus();
  const index = screen.getByRole('navigation', { name: 'Deli nastavitev' });
  // the one of the address, not all that lead to the page
  await expect.element(index.getByRole('link').first()).toBeVisible();
  expect(index.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  await index.getByRole('link', { name: 'Jezik in čas' }).click();
  await expect.element(screen.getByRole('region', { name: 'Jezik in čas' })).toHaveFocus();
  expect(router.state.location.hash).toBe('locale');
  // the address says so already
  (document.activeElement as HTMLElement).blur();
  await index.getByRole('link', { name: 'Jezik in čas' }).click();
  await expect.element(screen.getByRole('region', { name: 'Jezik in čas' })).toHaveFocus();
});

test.each([false, true])(
  'the index has every section of the page, with a hosted provider: %s',
  async (hosted_sign_in) => {
    configure({ hosted_sign_in });
    const { screen } = await renderApp({ path: '/settings', answers: answers([]) });
    const index = screen.getByRole('navigation', { name: 'Deli nastavitev' });
    await expect.element(index).toBeVisible();
    const textsOf = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.textContent);
    expect(textsOf('[aria-label="Deli nastavitev"] a')).toEqual(textsOf('main section[id] h2'));
    expect(textsOf('h2').includes('Dvostopenjsko preverjanje')).toBe(!hosted_sign_in);
  },
);

test('the country decides the format of postal codes and VAT numbers, the server that of phones', async () => {
  const saves: Sent[] = [];
  const { screen } = await renderApp({
    path: '/settings',
    answers: answers(saves, {
      update: ({ body }) => {
        saves.push(body);
        const errors = [{ path: 'profile.phone_number', code: 'invalid_phone' }];
        if (saves.length === 1) return new Refusal({ status: 422, code: 'invalid_fields', errors });
        return organizationOf({ profile: body.profile as Organization['profile'], version: 2 });
      },
    }),
  });
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  const save = screen.getByRole('button', { name: /^Shrani/ });
  await field(/^Poštna številka/).fill('10000');
  await field(/^Davčna številka/).fill('SI12345678');
  await save.click();
  await expect.element(screen.getByRole('link', { name: /^Poštna številka – Vpišite/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^Davčna številka – Preverite/ })).toBeVisible();
  await screen.getByRole('combobox', { name: /^Država/ }).click();
  await expect.element(screen.getByRole('option').first()).toHaveTextContent('Avstrija');
  await screen.getByRole('option', { name: 'Hrvaška', exact: true }).click();
  await expect.element(screen.getByRole('link', { name: /^Poštna številka/ })).not.toBeInTheDocument();
  await field(/^Davčna številka/).fill('33392005961');
  await field(/^Telefon/).fill('041 123 456 789');
  await save.click();
  await expect.element(screen.getByRole('link', { name: /^Telefon – Vpišite/ })).toBeVisible();
  await field(/^Telefon/).fill('091 234 5678');
  await save.click();
  await expect.element(screen.getByText('Nastavitve so shranjene')).toBeVisible();
  expect(saves[1]).toMatchObject({ profile: { country: 'HR', postal_code: '10000', vat_id: '33392005961' } });
});

test('the public pages have their address, and the code to embed them once a site may', async () => {
  const { screen } = await renderApp({ path: '/settings', answers: answers([]) });
  const link = screen.getByRole('link', { name: 'Odpri strani' });
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/zvezda$/));
  await expect.element(screen.getByText(/<iframe data-vpisnik/)).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: /^Spletna mesta/ }).fill('http://primer.si');
  await expect.element(screen.getByText(/<iframe data-vpisnik/)).toBeVisible();
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect.element(screen.getByRole('link', { name: /^Spletna mesta.*https/ })).toBeVisible();
});

test('a new label in addresses first explains the fate of the old addresses', async () => {
  const { screen } = await renderApp({ path: '/settings', answers: answers([]) });
  const label = screen.getByRole('textbox', { name: 'Oznaka v naslovih' });
  await expect.element(label).toHaveValue('zvezda');
  await expect.element(screen.getByText(/Stari naslovi.*\(\/zvezda\)/)).not.toBeInTheDocument();
  await label.fill('plesna-zvezda');
  await expect.element(screen.getByText(/Stari naslovi.*\(\/zvezda\)/)).toBeVisible();
});

test('a conflict keeps the typed value and asks; other saved fields are merged in', async () => {
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
  await notice.getByRole('button', { name: 'Uporabi shranjeno' }).click();
  await expect.element(name).toHaveValue('Zvezda Ljubljana');
  await expect.element(screen.getByRole('combobox', { name: 'Časovni pas' })).toHaveValue('Europe/Vienna');
  await expect.element(screen.getByRole('button', { name: /^Shrani/ })).not.toBeInTheDocument();
});

test('a language that groups are offered in stays', async () => {
  const refused = new Refusal({
    status: 422,
    code: 'invalid_fields',
    errors: [{ path: 'languages', code: 'language_in_use_sl' }],
  });
  const { screen } = await renderApp({ path: '/settings', answers: answers([], { update: () => refused }) });
  await screen.getByRole('checkbox', { name: 'Slovenščina' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Privzeti jezik' })).toHaveValue('Angleščina');
  await screen.getByRole('button', { name: /^Shrani/ }).click();
  await expect
    .element(screen.getByRole('link', { name: /^Ponujeni jeziki – V slovenščini so še skupine/ }))
    .toBeVisible();
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

test('a new owner confirms by a link; a pending change is shown and can be cancelled', async () => {
  const sent: unknown[] = [];
  let pending: { email: string; requested_by: string; requested_at: string } | null = null;
  const { screen } = await renderApp({
    path: '/settings',
    answers: answers([], {
      ownerChange: () => pending,
      requestOwnerChange: ({ body }) => {
        sent.push(body);
        if (body.email.startsWith('prevec')) return new Refusal({ status: 429, retry_after: 3600 });
        pending = { ...body, requested_by: 'Maja Kovač', requested_at: '2026-11-02T16:02:00.000000Z' };
        return undefined as never;
      },
      cancelOwnerChange: () => {
        pending = null;
        return undefined as never;
      },
    }),
  });
  const field = screen.getByRole('textbox', { name: 'E-pošta novega lastnika' });
  const send = screen.getByRole('button', { name: 'Pošlji potrditev' });
  await expect.element(screen.getByText('owner@zvezda.test')).toBeVisible();
  for (const [typed, told] of [
    ['', 'Izpolnite to polje.'],
    ['nova', 'Vpišite e-poštni naslov v obliki ime@primer.si'],
    ['Owner@zvezda.test', 'To je sedanji naslov. Vpišite drugega.'],
  ] as const) {
    await field.fill(typed);
    await send.click();
    await expect.element(screen.getByText(told)).toBeVisible();
    await expect.element(field).toHaveFocus();
  }
  await field.fill('prevec@zvezda.test');
  await send.click();
  await expect.element(screen.getByText(/^Preveč poskusov\. Poskusite znova čez 60 minut/)).toBeVisible();

  await field.fill('nova@zvezda.test');
  await send.click();
  const waiting = screen.getByText(
    /^nova@zvezda\.test: predlog čaka na potrditev\. Dodano: Maja Kovač, 2\. 11\./,
  );
  await expect.element(waiting).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expectAccessible(document);
  await picture('settings-owner');
  await screen.getByRole('button', { name: 'Umakni predlog' }).click();
  await expect.element(waiting).not.toBeInTheDocument();
  await expect.element(screen.getByText('Predlog je umaknjen')).toBeVisible();
  expect(sent).toEqual([{ email: 'prevec@zvezda.test' }, { email: 'nova@zvezda.test' }]);
});
