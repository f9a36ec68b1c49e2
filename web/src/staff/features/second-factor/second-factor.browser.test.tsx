import type { SecondFactorState } from '@vpisnik/contract/second-factor';
import { beforeEach, describe, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../test/app.tsx';
import { expectAccessible } from '../../../../test/axe.ts';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { factorsOf } from '../../../../test/fixtures/second-factor.ts';
import { printed } from '../../../../test/printed.ts';
import { picture, sessionOf } from '../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const phone = {
  id: idOf(91),
  name: 'Telefon',
  created_at: '2026-11-02T16:02:00.000000Z',
  used_at: '2026-11-03T16:02:00.000000Z',
};
const key = { ...phone, id: idOf(92), name: 'Varnostni ključek', used_at: null };
const codes = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

let sent: unknown[];
beforeEach(() => {
  sent = [];
});

/** Opens the security page with the given second factors. */
async function open(state: Partial<SecondFactorState>, calls: Answers['second_factor'] = {}) {
  return renderApp({
    path: '/account/security',
    session: sessionOf('GROUP_ADMIN'),
    answers: {
      second_factor: { get: () => factorsOf(state), ...calls },
      accounts: { listSignIns: () => ({ results: [] }) },
    },
  });
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (name: string) => page.getByRole('dialog', { name });
const password = page.getByRole('dialog').getByLabelText('Vaše geslo');
const wrongPassword = new Refusal({
  status: 422,
  code: 'invalid_fields',
  errors: [{ path: 'current_password', code: 'incorrect_password' }],
});

it('keeps the focus near the button that asks again for what failed to load', async () => {
  const answers = [new Refusal({ status: 503 }), new Refusal({ status: 503 }), factorsOf({})];
  await open({}, { get: () => answers.shift() ?? factorsOf({}) });
  const retry = page.getByRole('button', { name: 'Poskusi znova' });
  for (const _ of [1, 2]) {
    await expect.element(page.getByRole('alert').getByText(/Poskusite znova/)).toBeVisible();
    retry.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Dvostopenjsko preverjanje' })).toHaveFocus();
  }
  await expect.element(page.getByRole('button', { name: 'Dodaj aplikacijo' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Dvostopenjsko preverjanje' })).toHaveFocus();
});

it('closes no other dialog when a change that was left has ended', async () => {
  const removed = Promise.withResolvers<undefined>();
  await open({ enabled: true, app: true, recovery_codes_left: 8 }, { remove: () => removed.promise });
  await press('Odstrani: Aplikacija za preverjanje');
  await password.fill('Vpisnik-2026!');
  await press('Odstrani aplikacijo');
  await press('Prekliči');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('Nove kode');
  await expect.element(password).toBeVisible();
  removed.resolve(undefined);
  await expect.element(page.getByText('Aplikacija je odstranjena')).toBeVisible();
  await expect.element(password).toHaveFocus();
  await password.fill('Vpisnik-2026!');
});

describe('an authenticator app', () => {
  it('is added with the password and a code, and brings recovery codes once', async () => {
    let isWrong = true;
    await open(
      {},
      {
        setUp: ({ body }) => {
          sent.push(body);
          return isWrong
            ? wrongPassword
            : { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Vpisnik:maja?secret=ABCDEFGHIJ' };
        },
        confirm: ({ body }) => {
          sent.push(body);
          return body.code === '123456'
            ? { recovery_codes: codes }
            : new Refusal({ status: 422, errors: [{ path: 'code', code: 'incorrect_code' }] });
        },
      },
    );
    await press('Dodaj aplikacijo');
    await expect.element(dialog('Dodajanje aplikacije za preverjanje')).toBeVisible();
    await expect.element(password).toHaveFocus();
    await press('Naprej');
    await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
    await password.fill('narobe');
    await press('Naprej');
    await expect.element(page.getByText('Trenutno geslo ni pravilno.')).toBeVisible();
    await expectAccessible(document);
    await picture('factor-password');
    isWrong = false;
    await password.fill('Vpisnik-2026!');
    await press('Naprej');
    await expect
      .element(page.getByRole('img', { name: 'Koda QR za aplikacijo za preverjanje' }))
      .toBeVisible();
    await expect.element(page.getByText('ABCD EFGH IJ')).toBeVisible();
    const code = page.getByLabelText('Koda', { exact: true });
    await expect.element(code).toHaveFocus();
    await expectAccessible(document);
    await picture('factor-app');
    await code.fill('000000');
    await press('Vklopi aplikacijo');
    await expect.element(page.getByText(/Koda ni pravilna/)).toBeVisible();
    await code.fill('123456');
    await press('Vklopi aplikacijo');
    await expect.element(dialog('Rezervne kode')).toBeVisible();
    await expect.element(page.getByRole('list', { name: 'Rezervne kode' })).toHaveFocus();
    await expect.element(page.getByText('EEEE-FFFF-GGGG-HHHH')).toBeVisible();
    await expectAccessible(document);
    await picture('factor-codes');
    await press('Kode so shranjene');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(sent).toEqual([
      { current_password: 'narobe' },
      { current_password: 'Vpisnik-2026!' },
      { code: '000000' },
      { code: '123456' },
    ]);
  });

  it('is removed with the password, and the focus stays with the factors, where its button was', async () => {
    const state = { enabled: true, app: true, recovery_codes_left: 8 };
    await open(state, {
      get: () => factorsOf(state),
      remove: ({ body }) => {
        sent.push(body);
        Object.assign(state, { enabled: false, app: false, recovery_codes_left: 0 });
      },
    });
    await expect.element(page.getByText(/Na voljo je še 8 kod/)).toBeVisible();
    await press('Odstrani: Aplikacija za preverjanje');
    await password.fill('Vpisnik-2026!');
    await press('Odstrani aplikacijo');
    await expect.element(page.getByText('Aplikacija je odstranjena')).toBeVisible();
    expect(sent).toEqual([{ current_password: 'Vpisnik-2026!' }]);
    await expect.element(page.getByRole('button', { name: 'Dodaj aplikacijo' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Dvostopenjsko preverjanje' })).toHaveFocus();
  });
});

describe('passkeys', () => {
  it.each([1440, 360])('are listed with name and use, at %i px', async (width) => {
    await page.viewport(width, 900);
    await open({ enabled: true, app: true, passkeys: [phone, key], recovery_codes_left: 2 });
    await expect.element(page.getByText('Varnostni ključek')).toBeVisible();
    await expect.element(page.getByText(/Še ni bil uporabljen/)).toBeVisible();
    await expect.element(page.getByText(/Na voljo sta še 2 kodi/)).toBeVisible();
    await expect.element(page.getByText(/Rezervnih kod zmanjkuje/)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
    await expectAccessible(document);
    await picture('factors');
    await page.viewport(1440, 900);
  });

  it('are made by the browser, under a name', async () => {
    const session = cdp();
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    try {
      await open(
        {},
        {
          setUpPasskey: () => ({
            options: {
              challenge: 'AAAA',
              rp: { id: window.location.hostname, name: 'Vpisnik' },
              user: { id: 'AAAA', name: 'maja@zvezda.test', displayName: 'maja@zvezda.test' },
              pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
            },
          }),
          addPasskey: ({ body }) => {
            sent.push(body);
            return { recovery_codes: [] };
          },
        },
      );
      await press('Dodaj ključ');
      const name = page.getByLabelText('Ime ključa');
      await expectAccessible(document);
      await picture('factor-passkey');
      await name.fill('');
      await password.fill('Vpisnik-2026!');
      await press('Dodaj ključ za dostop');
      await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
      await name.fill('Prenosnik');
      await press('Dodaj ključ za dostop');
      await expect.element(page.getByText('Ključ za dostop je dodan')).toBeVisible();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      expect(sent).toMatchObject([{ name: 'Prenosnik', passkey: { transports: ['internal'] } }]);
    } finally {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      await session.send('WebAuthn.disable');
    }
  });

  it('can be called something else, with the password', async () => {
    await open(
      { enabled: true, app: true, passkeys: [phone, key], recovery_codes_left: 10 },
      {
        renamePasskey: ({ params, body }) => {
          sent.push([params.id, body]);
          return sent.length === 1 ? wrongPassword : undefined;
        },
      },
    );
    await press('Preimenuj: Telefon');
    const name = page.getByLabelText('Ime ključa');
    await expect.element(name).toHaveValue('Telefon');
    await expect.element(name).toHaveFocus();
    await expectAccessible(document);
    await picture('factor-rename');
    await name.fill(' ');
    await password.fill('narobe');
    await press('Preimenuj ključ');
    await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
    await name.fill(' Službeni telefon ');
    await press('Preimenuj ključ');
    await expect.element(page.getByText('Trenutno geslo ni pravilno.')).toBeVisible();
    await password.fill('Vpisnik-2026!');
    await press('Preimenuj ključ');
    await expect.element(page.getByText('Ključ za dostop je preimenovan')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const renamed = (current_password: string) => [phone.id, { name: 'Službeni telefon', current_password }];
    expect(sent).toEqual([renamed('narobe'), renamed('Vpisnik-2026!')]);
  });

  it('that are the last factor of a role that needs one stay, and say why', async () => {
    await open({ enabled: true, required: true, passkeys: [phone], recovery_codes_left: 10 });
    const remove = page.getByRole('button', { name: 'Odstrani: Telefon' });
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    await expect.element(remove).toHaveAccessibleDescription(/Najprej dodajte drugega/);
    (remove.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expectAccessible(document);
  });

  it('are not offered where they can’t be made', async () => {
    await open({ passkeys_possible: false });
    await expect.element(page.getByText(/ni mogoče dodati/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Dodaj ključ' })).not.toBeInTheDocument();
  });
});

it('warns a role that needs a factor and has none', async () => {
  await open({ required: true });
  await expect.element(page.getByText(/Vaša vloga zahteva dvostopenjsko preverjanje/)).toBeVisible();
  await expectAccessible(document);
  await picture('factors-due');
});

it('makes new recovery codes, and tells why it did not work', async () => {
  let answer: { recovery_codes: string[] } | Refusal = new Refusal({ status: 0 });
  await open({ enabled: true, app: true, recovery_codes_left: 1 }, { renewRecoveryCodes: () => answer });
  await press('Nove kode');
  await password.fill('Vpisnik-2026!');
  await press('Ustvari nove kode');
  await expect.element(page.getByText(/Ni povezave s strežnikom/)).toBeVisible();
  answer = { recovery_codes: codes };
  await press('Ustvari nove kode');
  await expect.element(page.getByText('AAAA-BBBB-CCCC-DDDD')).toBeVisible();
  const { email } = sessionOf('GROUP_ADMIN').user ?? {};
  expect(await printed()).toEqual(['Rezervne kode', window.location.host, email, ...codes]);
});
