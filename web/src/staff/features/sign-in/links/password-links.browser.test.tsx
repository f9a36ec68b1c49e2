import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { listOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { signedOut } from '../../../../lib/session/context.ts';

const good = 'Novo-geslo-1';
const badLink = { status: 400, code: 'code_invalid' } as const;
const expired = { status: 410, code: 'code_expired' } as const;

let sent: unknown[];

beforeEach(() => {
  sent = [];
});

const note = (input: { body: unknown }) => void sent.push(input.body);
const invited = { organization_name: 'Plesna šola Zvezda', name: 'Nina', email: 'nina@zvezda.test' };

async function open(path: string, accounts: Answers['accounts'] = {}, session = signedOut) {
  const answers: Answers = {
    accounts: {
      checkPasswordReset: () => undefined,
      confirmPasswordReset: note,
      checkInvitation: () => invited,
      acceptInvitation: (input) => {
        note(input);
        return { email: 'nina@zvezda.test' };
      },
      ...accounts,
    },
  };
  return renderApp({ path, answers, session });
}

async function fill(password: string, repeated = password) {
  await page.getByLabelText('Novo geslo', { exact: true }).fill(password);
  await page.getByLabelText('Ponovite novo geslo').fill(repeated);
  await userEvent.keyboard('{Enter}');
}

describe('the page of a password link', () => {
  const path = '/reset-password/confirm#code=abc';

  it('sets the password and goes on to sign-in', async () => {
    const { router } = await open(path);
    await fill(good);
    await expect.poll(() => router.state.location.href).toBe('/login?notice=password_set');
    expect(sent).toEqual([{ code: 'abc', new_password: good }]);
    await expect.element(page.getByText('Geslo je nastavljeno. Vstopite z novim geslom.')).toBeVisible();
  });

  it('ticks the rule off while one types', async () => {
    await open(path);
    await page.getByLabelText('Novo geslo', { exact: true }).fill('Geslo1');
    const parts = page.getByRole('listitem');
    await expect.element(parts.nth(0)).toHaveTextContent('vsaj 8 znakovmanjka');
    await expect.element(parts.nth(1)).toHaveTextContent('veliko črkoizpolnjeno');
    await expect.element(parts.nth(3)).toHaveTextContent('številkoizpolnjeno');
    await expect.element(parts.nth(4).getByText('manjka')).toBeInTheDocument();
  });

  it('sends no weak password and none that was mistyped', async () => {
    await open(path);
    await fill('geslo', good);
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toHaveFocus();
    await fill(good, 'Novo-geslo-2');
    await expect.element(page.getByText('Gesli se ne ujemata.')).toBeVisible();
    await expect.element(page.getByLabelText('Ponovite novo geslo')).toHaveFocus();
    await expectAccessible(document);
    await picture('reset-password-confirm');
    await page.getByLabelText('Ponovite novo geslo').fill(good);
    await expect.element(page.getByText('Gesli se ne ujemata.')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  });

  it.each([badLink, expired])('says that the link is no good before it asks: $code', async (refusal) => {
    await open(path, { checkPasswordReset: () => new Refusal(refusal) });
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Zahtevajte novo povezavo' })).toBeVisible();
    await expectAccessible(document);
  });

  it('goes on to sign-in where the account was signed in, whose session has ended with it', async () => {
    let looks = 0;
    const checkPasswordReset = () => {
      looks += 1;
      return undefined;
    };
    const { router, store } = await open(path, { checkPasswordReset }, sessionOf('GROUP_ADMIN'));
    store.renew = async () => {
      // as whenever a session ends
      router.options.context.queryClient.clear();
      store.set(signedOut);
      return store.get();
    };
    await fill(good);
    await expect.poll(() => router.state.location.href).toBe('/login?notice=password_set');
    await expect.element(page.getByText('Geslo je nastavljeno. Vstopite z novim geslom.')).toBeVisible();
    // of a link that has been used it would only hear that it is no good
    expect(looks).toBe(1);
  });

  it('says that the link is no good when it was used meanwhile', async () => {
    await open(path, { confirmPasswordReset: () => new Refusal(badLink) });
    await fill(good);
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
  });

  it('asks for no password when the link has no code', async () => {
    await open('/reset-password/confirm');
    await expect.element(page.getByRole('heading', { name: 'Povezava ne velja' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Na vstop' })).toHaveAttribute('href', '/login');
  });

  it('keeps the typed password when the server fails', async () => {
    await open(path, { confirmPasswordReset: () => new Refusal({ status: 500, code: 'internal_error' }) });
    await fill(good);
    await expect
      .element(page.getByText('Novega gesla ni bilo mogoče nastaviti. Poskusite znova.'))
      .toBeVisible();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toHaveValue(good);
  });

  it('offers to try again when the link could not be looked at', async () => {
    let isDown = true;
    await open(path, {
      checkPasswordReset: () => (isDown ? new Refusal({ status: 0 }) : undefined),
    });
    await expect.element(page.getByRole('button', { name: 'Poskusi znova' })).toBeVisible();
    isDown = false;
    await page.getByRole('button', { name: 'Poskusi znova' }).click();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).toBeVisible();
  });
});

describe.each(['/invitation', '/required-password-change'])('an invitation at %s', (path) => {
  it('names the organisation and the address, and is accepted by choosing a password', async () => {
    const { router } = await open(`${path}#code=abc`);
    await expect
      .element(page.getByText(/»Plesna šola Zvezda« vas vabi/))
      .toMatchTextContent(/nina@zvezda\.test/);
    await expectAccessible(document);
    await picture('invitation');
    await fill(good);
    await expect.poll(() => router.state.location.href).toBe('/login?notice=password_set');
    expect(sent).toEqual([{ code: 'abc', new_password: good }]);
  });

  it('names the account that is signed in here, and leads on to sign-in once that one is signed out', async () => {
    const { router } = await open(`${path}#code=abc`, {}, sessionOf('GROUP_ADMIN'));
    await fill(good);
    await expect.element(page.getByText('Geslo je nastavljeno. Vstopite z novim geslom.')).toBeVisible();
    await expect.element(page.getByText(/odprt račun maja@zvezda\.test/)).toBeVisible();
    await expectAccessible(document);
    await page.getByRole('button', { name: 'Odjava' }).click();
    await expect.poll(() => router.state.location.href).toBe('/login?notice=password_set');
  });

  it('to an address that is an account by now says so, and leads to sign-in', async () => {
    await open(`${path}#code=abc`, {
      checkInvitation: () => new Refusal({ status: 409, code: 'email_taken' }),
    });
    await expect.element(page.getByText('Račun s tem e-poštnim naslovom že obstaja.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Na vstop' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Poskusi znova' })).not.toBeInTheDocument();
  });

  it('that is over says so before it asks', async () => {
    await open(`${path}#code=abc`, { checkInvitation: () => new Refusal(expired) });
    await expect.element(page.getByRole('heading', { name: 'Povabilo ne velja' })).toBeVisible();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).not.toBeInTheDocument();
  });
});

describe('asking for a link', () => {
  it('says where it went, whether or not there is such an account', async () => {
    await open('/reset-password', { requestPasswordReset: note });
    await page.getByRole('button', { name: 'Pošlji povezavo' }).click();
    await expect.element(page.getByText('Izpolnite to polje.')).toBeVisible();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveFocus();
    await page.getByLabelText('E-poštni naslov').fill(' maja@zvezda.test ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/Če račun z naslovom maja@zvezda.test obstaja/)).toBeVisible();
    expect(sent).toEqual([{ email: 'maja@zvezda.test' }]);
    await expectAccessible(document);
    await picture('reset-password');
  });

  it('tells how long to wait', async () => {
    const refusal = new Refusal({ status: 429, code: 'rate_limited', retry_after: 60 });
    await open('/reset-password', { requestPasswordReset: () => refusal });
    await page.getByLabelText('E-poštni naslov').fill('maja@zvezda.test');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Preveč poskusov. Poskusite znova čez 1 minuto.')).toBeVisible();
  });

  it('takes the address that was typed at sign-in along', async () => {
    await open('/login');
    await page.getByLabelText('E-poštni naslov').fill('maja@zvezda.test');
    await page.getByRole('link', { name: 'Ste pozabili geslo?' }).click();
    await expect.element(page.getByRole('heading', { name: 'Pozabljeno geslo' })).toBeVisible();
    await expect.element(page.getByLabelText('E-poštni naslov')).toHaveValue('maja@zvezda.test');
  });
});

describe('a change that is demanded', () => {
  const due = { ...sessionOf('GROUP_ADMIN'), mustChangePassword: true };

  it('comes before everything else, and then leads to the requested page', async () => {
    const answers: Answers = {
      accounts: { changePassword: note },
      groups: { list: () => listOf() },
      users: { me: () => new Refusal({ status: 404 }) },
    };
    const { router, store } = await renderApp({ path: '/account', answers, session: due });
    await expect.element(page.getByRole('heading', { name: 'Obvezna sprememba gesla' })).toBeVisible();
    expect(router.state.location.href).toBe('/required-password-change?redirect=%2Faccount');
    await expectAccessible(document);
    await picture('required-password-change');
    await router.navigate({ to: '/groups' });
    await expect.element(page.getByRole('heading', { name: 'Obvezna sprememba gesla' })).toBeVisible();
    store.reload = async () => {
      store.set(sessionOf('GROUP_ADMIN'));
      return store.get();
    };
    await fill(good);
    await expect.poll(() => router.state.location.pathname).toBe('/groups');
    expect(sent).toEqual([{ new_password: good }]);
  });

  it('can be left by signing out', async () => {
    const { router } = await renderApp({ path: '/dashboard', answers: {}, session: due });
    await page.getByRole('button', { name: 'Odjava' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/login');
  });
});
