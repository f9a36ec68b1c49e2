import { ApiError } from '@vpisnik/contract/kit';
import type { ErrorCode } from '@vpisnik/contract/rules/errors';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/axe.ts';
import { printed } from '../../../../../test/printed.ts';
import { picture, renderUi } from '../../../../../test/render.tsx';
import { PasskeyError } from '../../../../lib/passkeys.ts';
import { signedOut } from '../../../../lib/session/context.ts';
import type { SecondFactorStep } from '../../../../lib/session/second-factor-step.ts';
import { LoginPage } from './LoginPage.tsx';

async function open(step: Partial<SecondFactorStep>) {
  const whole: SecondFactorStep = { app: true, continueWithCode: async () => undefined, ...step };
  await renderUi(<LoginPage signIn={async () => whole} />, { locale: 'sl', session: signedOut });
  await page.getByLabelText('E-poštni naslov').fill('maja@zvezda.test');
  await page.getByLabelText('Geslo', { exact: true }).fill('Vpisnik-2026!');
  await userEvent.keyboard('{Enter}');
}

const refusal = (status: number, code: ErrorCode, more: object = {}) =>
  new ApiError(status, { type: '', title: '', status, code, ...more });

const field = page.getByLabelText('Koda', { exact: true });

it('asks for the code, and says at the field that it is wrong', async () => {
  const given: string[] = [];
  await open({
    continueWithCode: async (code) => {
      given.push(code);
      throw refusal(422, 'invalid_fields', { errors: [{ path: 'code', code: 'incorrect_code' }] });
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Potrdite vstop' })).toBeVisible();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible();
  await userEvent.keyboard('123 456{Enter}');
  await expect.element(page.getByText('Koda ni pravilna ali pa je že uporabljena.')).toBeVisible();
  expect(given).toEqual(['123 456']);
  await expectAccessible();
  await picture('second-factor');
  await page.getByRole('button', { name: 'Vpiši rezervno kodo' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText('Koda ni pravilna ali pa je že uporabljena.')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Nazaj na geslo' }).click();
  await expect.element(page.getByLabelText('Geslo', { exact: true })).toHaveFocus();
  await expect.element(page.getByLabelText('E-poštni naslov')).toHaveValue('maja@zvezda.test');
});

it('has the browser ask for a passkey, and falls back on the app and on recovery codes', async () => {
  let asked = 0;
  await open({
    continueWithPasskey: async () => {
      asked += 1;
      throw new PasskeyError(new DOMException('', 'NotAllowedError'));
    },
  });
  const button = page.getByRole('button', { name: 'Potrdi s ključem za dostop' });
  await expect.element(button).toHaveFocus();
  expect(asked).toBe(0);
  await expectAccessible();
  await picture('second-factor-passkey');
  await button.click();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(/potrditev je bila preklicana/)).toBeVisible();
  await expect.element(button).toBeVisible();
  expect(asked).toBe(1);
  await page.getByRole('button', { name: 'Vpiši kodo iz aplikacije' }).click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('inputmode', 'numeric');
  await expectAccessible();
  await page.getByRole('button', { name: 'Vpiši rezervno kodo' }).click();
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await page.getByRole('button', { name: 'Uporabi ključ za dostop' }).click();
  await expect.element(button).toHaveFocus();
});

it('asks for a recovery code where the only factor is a passkey and the browser knows none', async () => {
  await open({ app: false });
  await expect.element(field).toHaveAttribute('inputmode', 'text');
  await expect.element(page.getByText(/eno od rezervnih kod/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Vpiši kodo iz aplikacije' }))
    .not.toBeInTheDocument();
});

it('sets a passkey up instead of an app', async () => {
  const names: string[] = [];
  await open({
    setup: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Vpisnik' },
    setUpPasskey: async (name) => {
      names.push(name);
      return { codes: ['aaaa-bbbb'], goOn: async () => {} };
    },
  });
  await page.getByRole('button', { name: 'Raje dodaj ključ za dostop' }).click();
  const name = page.getByLabelText('Ime ključa');
  await expect.element(name).toHaveFocus();
  await expectAccessible();
  await picture('second-factor-setup-passkey');
  await name.fill('Telefon');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('aaaa-bbbb')).toBeVisible();
  expect(names).toEqual(['Telefon']);
});

it('starts over with the password when time has run out', async () => {
  await open({
    continueWithCode: async () => {
      throw refusal(410, 'interaction_expired');
    },
  });
  await field.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Geslo', { exact: true })).toHaveFocus();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

it('sets the app up, and shows the recovery codes before going on', async () => {
  let hasGone = false;
  const goOn = async () => {
    hasGone = true;
  };
  await open({
    setup: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/Vpisnik' },
    continueWithCode: async () => ({ codes: ['aaaa-bbbb', 'cccc-dddd'], goOn }),
  });
  await expect.element(page.getByText('ABCD EFGH IJ')).toBeVisible();
  const link = page.getByRole('link', { name: 'Odpri v aplikaciji za preverjanje' });
  await expect.element(link).toHaveAttribute('href', 'otpauth://totp/Vpisnik');
  await expectAccessible();
  await picture('second-factor-setup');
  await field.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('cccc-dddd')).toBeVisible();
  await expectAccessible();
  await picture('recovery-codes');
  expect(await printed()).toEqual([
    ...['Rezervne kode', window.location.host, 'maja@zvezda.test'],
    ...['aaaa-bbbb', 'cccc-dddd'],
  ]);
  expect(hasGone).toBe(false);
  await page.getByRole('button', { name: 'Nadaljuj' }).click();
  expect(hasGone).toBe(true);
});
