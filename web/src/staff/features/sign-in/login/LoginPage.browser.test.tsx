import { ApiError } from '@vpisnik/contract/kit';
import { type ErrorCode, errorStatus } from '@vpisnik/contract/rules/errors';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/axe.ts';
import { picture, renderUi } from '../../../../../test/render.tsx';
import { signedOut } from '../../../../lib/session/context.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { sl } from '../../../../locales/sl.ts';
import { LoginPage } from './LoginPage.tsx';

type Props = Parameters<typeof LoginPage>[0];

const refuse =
  (code: ErrorCode, more: object = {}) =>
  async () => {
    const status = errorStatus[code];
    throw new ApiError(status, { type: '', title: '', status, code, ...more });
  };

async function open(props: Props = {}, locale: Locale = 'sl') {
  await renderUi(<LoginPage {...props} />, { locale, session: signedOut });
}

async function fill(email: string, password: string) {
  await page.getByLabelText(/E-poštni naslov|E-mail address/).fill(email);
  await page.getByLabelText(/^(Geslo|Password)$/).fill(password);
  await userEvent.keyboard('{Enter}');
}

describe('the sign-in page', () => {
  it('sends the credentials once, with the path that led there', async () => {
    const sent: unknown[] = [];
    const { promise } = Promise.withResolvers<undefined>();
    await open({
      redirect: '/groups/1',
      signIn: (...given) => {
        sent.push(given);
        return promise;
      },
    });
    await fill(' maja@zvezda.test ', 'Vpisnik-2026!');
    await expect.element(page.getByRole('button', { name: 'Preverjam' })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(sent).toEqual([[{ email: 'maja@zvezda.test', password: 'Vpisnik-2026!' }, '/groups/1']]);
  });

  it('sends the code of the link that lets a device in', async () => {
    const sent: unknown[] = [];
    await open({
      deviceCode: 'abc',
      signIn: async (...given) => {
        sent.push(given);
        return undefined;
      },
    });
    await expect.element(page.getByRole('status')).toHaveTextContent('Vstopite in ta naprava bo potrjena.');
    await fill('maja@zvezda.test', 'x');
    const credentials = { email: 'maja@zvezda.test', password: 'x', device_code: 'abc' };
    await expect.poll(() => sent).toEqual([[credentials, undefined]]);
  });

  it('offers a new activation link to an unconfirmed account', async () => {
    await open({ signIn: refuse('user_not_confirmed') });
    await fill('maja@zvezda.test', 'x');
    await expect.element(page.getByRole('button', { name: 'Pošlji povezavo znova' })).toBeVisible();
    await expectAccessible();
  });

  it('explains errors at their fields, and focuses the first', async () => {
    await open();
    await fill('maja', '');
    await expect.element(page.getByText('Vpišite e-poštni naslov v obliki ime@primer.si')).toBeVisible();
    await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveFocus();
    await expectAccessible();
  });

  it.each<[ErrorCode, string, string]>([
    ['user_not_found', 'Račun s tem e-poštnim naslovom ne obstaja.', 'E-poštni naslov'],
    ['incorrect_username_or_password', 'Napačen e-poštni naslov ali geslo.', 'Geslo'],
    ['user_not_confirmed', 'Račun še ni potrjen. Odprite povezavo iz e-poštnega sporočila.', 'Geslo'],
    ['sign_in_failed', 'Pri vstopu je prišlo do napake. Poskusite znova.', 'Geslo'],
    ['account_inactive', sl.errors.codes.account_inactive, 'Geslo'],
  ])('tells %s, keeps what was typed and lets one try again', async (code, text, focused) => {
    await open({ signIn: refuse(code) });
    await fill('maja@zvezda.test', 'x');
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect.element(page.getByLabelText(focused, { exact: true })).toHaveFocus();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveValue('maja@zvezda.test');
    await expect.element(page.getByRole('button', { name: 'Vstopi' })).toBeVisible();
  });

  it.each<[ErrorCode, string]>([
    ['user_not_found', 'A user with this email does not exist.'],
    ['incorrect_username_or_password', 'Incorrect e-mail or password.'],
    ['user_not_confirmed', 'The account is not confirmed yet. Open the link in the e-mail we sent.'],
    ['sign_in_failed', 'An error occurred while signing in. Try again.'],
  ])('tells %s in English', async (code, text) => {
    await open({ signIn: refuse(code) }, 'en');
    await fill('maja@zvezda.test', 'x');
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  });

  it('tells how long to wait after too many attempts', async () => {
    await open({ signIn: refuse('rate_limited', { retry_after: 2 }) });
    await fill('maja@zvezda.test', 'x');
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Preveč poskusov. Poskusite znova čez 2 sekundi.');
  });

  it('tells that there is no connection', async () => {
    await open({
      signIn: async () => {
        throw new ApiError(0);
      },
    });
    await fill('maja@zvezda.test', 'x');
    await expect.element(page.getByRole('alert')).toHaveTextContent(sl.errors.network);
  });

  it('tells why one is here', async () => {
    await open({ notice: 'session_ended' });
    await expect.element(page.getByRole('status')).toHaveTextContent('Seja je potekla. Vstopite znova.');
  });

  it('shows and hides the password, also by keyboard', async () => {
    await open();
    const field = page.getByLabelText('Geslo', { exact: true });
    await field.fill('skrito');
    await expect.element(field).toHaveAttribute('type', 'password');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Skrij geslo' }).click();
    await expect.element(field).toHaveAttribute('type', 'password');
  });

  it('helps password managers', async () => {
    await open();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveAttribute('autocomplete', 'username');
    const field = page.getByLabelText('Geslo', { exact: true });
    await expect.element(field).toHaveAttribute('autocomplete', 'current-password');
  });

  it('is accessible, with a notice and with a failure', async () => {
    await open({ notice: 'signed_out', signIn: refuse('incorrect_username_or_password') });
    await expectAccessible();
    await fill('maja@zvezda.test', 'x');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expectAccessible();
    await picture('login');
  });
});
