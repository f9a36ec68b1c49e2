import { ApiError } from '@vpisnik/contract/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { picture, renderUi, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, fakeApi, Refusal } from '../../../../../test/servers/fake-api.ts';
import { ApiProvider } from '../../../../lib/api.ts';
import { type SessionState, signedOut } from '../../../../lib/session/context.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { ActivationPage } from '../links/ActivationPage.tsx';

let sent: unknown[];

beforeEach(() => {
  sent = [];
});

const note = (input: { body: unknown }) => void sent.push(input.body);

type Options = { locale?: Locale; session?: SessionState };

const open = (path: string, accounts: Answers['accounts'], { locale, session = signedOut }: Options = {}) =>
  renderApp({ path, answers: { accounts: { ...accounts } }, session, ...(locale && { locale }) });

async function fill() {
  await page.getByLabelText('Ime organizacije').fill('Plesni studio Šiška');
  await page.getByLabelText('Vaše ime in priimek').fill('Špela Žnidaršič');
  await page.getByLabelText('E-poštni naslov').fill('spela@siska.test');
  await page.getByLabelText('Geslo', { exact: true }).fill('Vpisnik-2026!');
  await page.getByLabelText('Ponovite geslo').fill('Vpisnik-2026!');
  await page.getByLabelText(/Sprejemam pogoje uporabe/).click();
}

describe('registering', () => {
  it('makes an organisation and says where the link went', async () => {
    const { router } = await open('/register', { signUp: note });
    await fill();
    await page.getByRole('button', { name: 'Ustvari račun' }).click();
    await expect.element(page.getByRole('heading', { name: 'Registracija je uspela' })).toBeVisible();
    await expect.element(page.getByText(/smo poslali na spela@siska.test/)).toBeVisible();
    expect(router.state.location.href).toBe('/register-success');
    expect(sent).toEqual([
      {
        organization_name: 'Plesni studio Šiška',
        name: 'Špela Žnidaršič',
        email: 'spela@siska.test',
        password: 'Vpisnik-2026!',
        accept_terms: true,
        language: 'sl',
      },
    ]);
    await expectAccessible(document);
    await picture('register-success');
  });

  it('shows errors at their fields, and in a summary that leads there', async () => {
    await open('/register', { signUp: note });
    await page.getByRole('button', { name: 'Ustvari račun' }).click();
    await expect.element(page.getByRole('heading', { name: 'Obrazec ima 5 napak' })).toBeVisible();
    await expectAccessible(document);
    await picture('register-errors');
    await page.getByRole('link', { name: /Sprejemam/ }).click();
    await expect.element(page.getByLabelText(/Sprejemam pogoje uporabe/)).toHaveFocus();
    await page.getByLabelText('Geslo', { exact: true }).fill('Vpisnik-2026!');
    await expect.element(page.getByText('Gesli se ne ujemata.').first()).toBeVisible();
    await fill();
    await expect.element(page.getByText(/Obrazec ima/)).not.toBeVisible();
    expect(sent).toEqual([]);
  });

  it('says that there is an account already, at the address', async () => {
    const refusal = new Refusal({ status: 409, code: 'email_taken' });
    await open('/register', { signUp: () => refusal });
    await fill();
    await page.getByRole('button', { name: 'Ustvari račun' }).click();
    const text = 'Račun s tem e-poštnim naslovom že obstaja.';
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveAccessibleDescription(text);
    await expect.element(page.getByLabelText('Ime organizacije')).toHaveValue('Plesni studio Šiška');
    await page.getByLabelText('E-poštni naslov').fill('druga@siska.test');
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  it('shows refusals of the server, and keeps the form when it fails', async () => {
    const refusals = [
      new Refusal({
        status: 422,
        code: 'invalid_fields',
        errors: [{ path: 'name', code: 'name_with_link' }],
      }),
      new Refusal({ status: 500, code: 'internal_error' }),
    ];
    await open('/register', { signUp: () => refusals.shift() });
    await fill();
    await page.getByRole('button', { name: 'Ustvari račun' }).click();
    await expect
      .element(page.getByLabelText('Vaše ime in priimek'))
      .toHaveAccessibleDescription('Vpišite ime brez spletnega naslova.');
    await page.getByRole('button', { name: 'Ustvari račun' }).click();
    await expect
      .element(page.getByRole('alert').first())
      .toHaveTextContent('Računa ni bilo mogoče ustvariti. Poskusite znova.');
    await expect.element(page.getByLabelText('Geslo', { exact: true })).toHaveValue('Vpisnik-2026!');
  });

  it('links the terms and the privacy policy, in the language of the page', async () => {
    await open('/register', {}, { locale: 'en' });
    const link = page.getByRole('link', { name: 'Terms of use (opens in a new tab)' });
    await expect.element(link).toHaveAttribute('href', '/terms-and-conditions?lang=en');
    await expect.element(page.getByRole('link', { name: /Privacy policy/ })).toBeVisible();
    await expectAccessible(document);
    await picture('register-en');
  });

  it('is reached from sign-in and leads back', async () => {
    const { router } = await open('/login', {});
    await page.getByRole('link', { name: 'Registrirajte se' }).click();
    await expect.element(page.getByRole('heading', { name: 'Registracija' })).toBeVisible();
    await page.getByRole('link', { name: 'Vstopite' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/login');
  });
});

describe('after registering', () => {
  it('sends the link again, to an address that is asked for where it is not known', async () => {
    await open('/register-success', { resendConfirmation: note });
    await page.getByRole('button', { name: 'Pošlji povezavo znova' }).click();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveFocus();
    await page.getByLabelText('E-poštni naslov').fill('spela@siska.test');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/nova povezava na poti/)).toMatchTextContent(/spela@siska\.test/);
    expect(sent).toEqual([{ email: 'spela@siska.test' }]);
  });

  it('says why it could not, and how long to wait', async () => {
    const refusals = [
      new Refusal({ status: 500 }),
      new Refusal({ status: 429, code: 'rate_limited', retry_after: 30 }),
    ];
    await open('/register-success', { resendConfirmation: () => refusals.shift() });
    await page.getByLabelText('E-poštni naslov').fill('spela@siska.test');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Kode ni bilo mogoče poslati. Poskusite znova.')).toBeVisible();
    await page.getByRole('button', { name: 'Pošlji povezavo znova' }).click();
    await expect.element(page.getByText('Preveč poskusov. Poskusite znova čez 30 sekund.')).toBeVisible();
  });
});

describe('the activation link', () => {
  const path = '/activation#code=abc';
  const waiting = {
    outcome: 'waiting',
    organization_name: 'Plesni studio Šiška',
    email: 'spela@siska.test',
  } as const;
  const activated = { outcome: 'activated', email: 'spela@siska.test' } as const;
  const checkSignUp = () => waiting;
  const confirmSignUp = (input: { body: unknown }) => {
    note(input);
    return activated;
  };
  const give = async (password: string) => {
    await page.getByLabelText('Geslo', { exact: true }).fill(password);
    await userEvent.keyboard('{Enter}');
  };

  it('asks for the password of the registration, activates and signs in', async () => {
    const signedIn: unknown[] = [];
    await renderUi(
      <ApiProvider value={fakeApi({ accounts: { checkSignUp, confirmSignUp } })}>
        <ActivationPage
          code="abc"
          onDone={() => signedIn.push('sign-in page')}
          signIn={async (credentials) => void signedIn.push(credentials)}
        />
      </ApiProvider>,
      { session: signedOut },
    );
    await expect.element(page.getByText(/Plesni studio Šiška.*spela@siska\.test/)).toBeVisible();
    await expectAccessible();
    await picture('activation');
    await page.getByRole('button', { name: 'Aktiviraj račun in vstopi' }).click();
    await expect.element(page.getByLabelText('Geslo', { exact: true })).toHaveFocus();
    expect(sent).toEqual([]);
    await give('Vpisnik-2026!');
    await expect.poll(() => signedIn).toEqual([{ email: 'spela@siska.test', password: 'Vpisnik-2026!' }]);
    expect(sent).toEqual([{ code: 'abc', password: 'Vpisnik-2026!' }]);
    await expect.element(page.getByRole('button', { name: 'Aktiviram račun' })).toBeDisabled();
  });

  it('continues at the sign-in page if a further step is required', async () => {
    const done: string[] = [];
    await renderUi(
      <ApiProvider value={fakeApi({ accounts: { checkSignUp, confirmSignUp } })}>
        <ActivationPage
          code="abc"
          onDone={() => done.push('sign-in page')}
          signIn={() => Promise.reject(new ApiError(429))}
        />
      </ApiProvider>,
      { session: signedOut },
    );
    await give('Vpisnik-2026!');
    await expect.poll(() => done).toEqual(['sign-in page']);
  });

  it('refuses another password, and offers to reset a forgotten one', async () => {
    const refusal = new Refusal({
      status: 422,
      code: 'invalid_fields',
      errors: [{ path: 'password', code: 'incorrect_password' }],
    });
    const { router } = await open(path, { checkSignUp, confirmSignUp: () => refusal });
    await give('Nekaj-drugega-1');
    const password = page.getByLabelText('Geslo', { exact: true });
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription(/^Vpisano geslo se ne ujema/);
    await expectAccessible(document);
    await picture('activation-wrong-password');
    await page.getByRole('link', { name: 'Ste pozabili geslo?' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/reset-password');
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveValue('spela@siska.test');
  });

  it('with a session open here, says that the account is active instead of signing in', async () => {
    await open(path, { checkSignUp, confirmSignUp }, { session: sessionOf('GROUP_ADMIN') });
    await give('Vpisnik-2026!');
    await expect.element(page.getByRole('heading', { name: 'Račun je aktiven' })).toBeVisible();
  });

  it('opened twice says that the account is active already', async () => {
    await open(path, { checkSignUp: () => ({ ...waiting, outcome: 'already_active' }) });
    await expect.element(page.getByRole('heading', { name: 'Račun je že aktiven' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Na vstop' })).toBeVisible();
    await expectAccessible(document);
  });

  it.each([
    ['code_invalid', 400, 'Potrditvene kode ni mogoče najti. Zahtevajte novo.'],
    ['code_expired', 410, 'Povezava je potekla.'],
    ['internal_error', 500, 'Računa ni bilo mogoče aktivirati. Poskusite znova.'],
  ] as const)('that fails says what it is: %s', async (code, status, text) => {
    await open(path, { checkSignUp: () => new Refusal({ status, code }), resendConfirmation: note });
    await expect.element(page.getByText(text)).toBeVisible();
    const again = page.getByRole('button', { name: 'Poskusi znova' });
    expect(again.elements()).toHaveLength(status === 500 ? 1 : 0);
    await expectAccessible(document);
    await picture(`activation-${code}`);
    await page.getByLabelText('E-poštni naslov').fill('spela@siska.test');
    await page.getByRole('button', { name: 'Pošlji povezavo znova' }).click();
    await expect.element(page.getByText(/nova povezava na poti/)).toBeVisible();
  });

  it('without a code says that it is incomplete', async () => {
    await open('/activation', {});
    await expect.element(page.getByText('Povezava je nepopolna: v njej ni kode.')).toBeVisible();
  });
});

describe('a new address', () => {
  it('counts when it is confirmed by the button, not when the link is opened', async () => {
    await open('/email-change#code=abc', {
      confirmEmailChange: (input) => {
        note(input);
        return { email: 'nova@siska.test' };
      },
    });
    await expect.element(page.getByRole('button', { name: 'Potrdi naslov' })).toBeVisible();
    expect(sent).toEqual([]);
    await expectAccessible(document);
    await page.getByRole('button', { name: 'Potrdi naslov' }).click();
    await expect
      .element(page.getByText('E-poštni naslov vašega računa je zdaj nova@siska.test.'))
      .toBeVisible();
    expect(sent).toEqual([{ code: 'abc' }]);
  });

  it('says that the link is no good', async () => {
    const refusal = new Refusal({ status: 410, code: 'code_expired' });
    await open('/owner-change#code=abc', { confirmOwnerChange: () => refusal });
    await page.getByRole('button', { name: 'Potrdi naslov' }).click();
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
  });
});
