import type { SignIn } from '@vpisnik/contract/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { factorsOf } from '../../../../test/fixtures/second-factor.ts';
import { meOf } from '../../../../test/fixtures/users.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const device = (fields: Partial<SignIn>): SignIn => ({
  id: idOf(71),
  browser: 'Firefox',
  system: 'Windows',
  created_at: '2026-11-02T16:02:00.000000Z',
  last_used_at: '2026-11-03T16:02:00.000000Z',
  current: false,
  ...fields,
});

let sent: unknown[];

beforeEach(() => {
  sent = [];
});

const note = (input: { body: unknown }) => void sent.push(input.body);

async function open(path: string, answers: Answers = {}) {
  const { users, accounts, second_factor } = answers;
  return renderApp({
    path,
    session: sessionOf('GROUP_ADMIN'),
    answers: {
      users: { me: () => meOf(), ...users },
      accounts: {
        listSignIns: () => ({
          results: [device({ current: true }), device({ id: idOf(72), browser: 'Safari', system: 'iOS' })],
        }),
        ...accounts,
      },
      second_factor: { get: () => factorsOf(), ...second_factor },
    },
  });
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

describe('my profile', () => {
  it.each([1440, 360])('is accessible at %i px and reached from the menu of the person', async (width) => {
    await page.viewport(width, 900);
    await open('/account/security');
    await page
      .getByRole('button', { name: /Vaš račun/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Moj profil' }).click();
    await expect.element(page.getByRole('heading', { name: 'Moj profil', level: 1 })).toBeVisible();
    await expect.element(page.getByText('Zdaj: maja@zvezda.test')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
    await expectAccessible(document);
    await picture('account');
    await page.viewport(1440, 900);
  });

  it('saves the name', async () => {
    await open('/account', {
      users: {
        updateMe: (input) => {
          note(input);
          return meOf({ name: 'Maja Kovač Zupan' });
        },
      },
    });
    await page.getByLabelText('Ime in priimek').fill('');
    await press('Shrani ime');
    await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
    await page.getByLabelText('Ime in priimek').fill('Maja Kovač Zupan');
    await press('Shrani ime');
    await expect.element(page.getByText('Ime je shranjeno')).toBeVisible();
    expect(sent).toEqual([{ name: 'Maja Kovač Zupan' }]);
  });

  it('mails a link to a new address, with the password', async () => {
    await open('/account', { accounts: { requestEmailChange: note } });
    await page.getByLabelText('Novi e-poštni naslov').fill('maja@zvezda.test');
    await press('Pošlji potrditev na novi naslov');
    await expect.element(page.getByText('To je vaš sedanji naslov. Vpišite drugega.')).toBeVisible();
    await page.getByLabelText('Novi e-poštni naslov').fill('kovac@zvezda.test');
    await page.getByLabelText('Vaše geslo').fill('Vpisnik-2026!');
    await press('Pošlji potrditev na novi naslov');
    await expect.element(page.getByText(/Na kovac@zvezda.test smo poslali povezavo/)).toBeVisible();
    await expect.element(page.getByLabelText('Vaše geslo')).toHaveValue('');
    expect(sent).toEqual([{ email: 'kovac@zvezda.test', current_password: 'Vpisnik-2026!' }]);
  });

  it('changes language and look at once', async () => {
    await open('/account');
    await page.getByRole('radio', { name: 'Temen' }).click();
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('dark');
    await page.getByRole('radio', { name: 'Kot sistem' }).click();
    await page.getByRole('radio', { name: 'English' }).click();
    await expect.element(page.getByRole('heading', { name: 'My profile', level: 1 })).toBeVisible();
    await expectAccessible(document);
  });
});

describe('security', () => {
  it('changes the password', async () => {
    await open('/account/security', { accounts: { changePassword: note } });
    await page.getByLabelText('Trenutno geslo').fill('Vpisnik-2026!');
    await page.getByLabelText('Novo geslo', { exact: true }).fill('Novo-geslo-1');
    await press('Spremeni geslo');
    await expect.element(page.getByText('Gesli se ne ujemata.')).toBeVisible();
    await expectAccessible(document);
    await picture('security');
    await page.getByLabelText('Ponovite novo geslo').fill('Novo-geslo-1');
    await press('Spremeni geslo');
    await expect.element(page.getByText('Geslo je spremenjeno')).toBeVisible();
    await expect.element(page.getByLabelText('Trenutno geslo')).toHaveValue('');
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toHaveValue('');
    expect(sent).toEqual([{ current_password: 'Vpisnik-2026!', new_password: 'Novo-geslo-1' }]);
  });

  it('says that the present password is wrong', async () => {
    const refusal = new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'current_password', code: 'incorrect_password' }],
    });
    await open('/account/security', { accounts: { changePassword: () => refusal } });
    await page.getByLabelText('Trenutno geslo').fill('x');
    await page.getByLabelText('Novo geslo', { exact: true }).fill('Novo-geslo-1');
    await page.getByLabelText('Ponovite novo geslo').fill('Novo-geslo-1');
    await press('Spremeni geslo');
    await expect.element(page.getByText('Trenutno geslo ni pravilno.')).toBeVisible();
    await expect.element(page.getByLabelText('Trenutno geslo')).toHaveFocus();
  });

  it('lists the devices, and signs one out', async () => {
    await open('/account/security', {
      accounts: {
        endSignIn: ({ params }) => {
          sent.push(params);
          return undefined;
        },
      },
    });
    await expect.element(page.getByText('Firefox, Windows')).toBeVisible();
    await expect.element(page.getByText('Ta naprava')).toBeVisible();
    await press('Odjavi: Safari, iOS');
    await expect.element(page.getByText('Odjava je opravljena')).toBeVisible();
    expect(sent).toEqual([{ id: idOf(72) }]);
  });

  it('signs all others out, after a question', async () => {
    await open('/account/security', { accounts: { endOtherSignIns: () => void sent.push('others') } });
    await press('Odjavi vse druge naprave');
    await expect.element(page.getByRole('dialog', { name: 'Odjavim vse druge naprave?' })).toBeVisible();
    expect(sent).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Odjavi vse druge naprave' }).click();
    await expect.element(page.getByText('Odjava je opravljena')).toBeVisible();
    expect(sent).toEqual(['others']);
  });

  it('signs out everywhere, this device too, from the menu of the person', async () => {
    const { router } = await open('/account/security', {
      accounts: { endOtherSignIns: () => void sent.push('others') },
    });
    await page
      .getByRole('button', { name: /Vaš račun/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Odjava povsod' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Odjavi povsod' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/login');
    expect(sent).toEqual(['others']);
  });

  it('stays signed in here when the others could not be signed out', async () => {
    const refusal = new Refusal({ status: 0 });
    const { router } = await open('/account/security', { accounts: { endOtherSignIns: () => refusal } });
    await page
      .getByRole('button', { name: /Vaš račun/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Odjava povsod' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Odjavi povsod' }).click();
    await expect.element(page.getByText(/Ni povezave s strežnikom/)).toBeVisible();
    expect(router.state.location.pathname).toBe('/account/security');
  });
});
