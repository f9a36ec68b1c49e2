import type { ErrorCode } from '@vpisnik/contract/errors';
import { ApiError } from '@vpisnik/contract/kit';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/axe.ts';
import { picture, renderUi } from '../../../../test/render.tsx';
import { signedOut } from '../../../lib/session/context.ts';
import type { SecondFactorStep } from '../../../lib/session/sign-in.ts';
import { LoginPage } from './LoginPage.tsx';

async function open(step: SecondFactorStep) {
  await renderUi(<LoginPage signIn={async () => step} />, { locale: 'sl', session: signedOut });
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
  await expect.element(page.getByRole('heading', { name: 'Drugi faktor' })).toBeVisible();
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
  await page.getByRole('button', { name: 'Nazaj na geslo' }).click();
  await expect.element(page.getByLabelText('Geslo', { exact: true })).toHaveFocus();
  await expect.element(page.getByLabelText('E-poštni naslov')).toHaveValue('maja@zvezda.test');
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
  expect(hasGone).toBe(false);
  await page.getByRole('button', { name: 'Nadaljuj' }).click();
  expect(hasGone).toBe(true);
});
