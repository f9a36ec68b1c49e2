import { ApiError } from '@vpisnik/contract/kit';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { configure } from '../../../../../test/config.ts';
import { factorsOf } from '../../../../../test/fixtures/second-factor.ts';
import { picture, renderUi, sessionOf } from '../../../../../test/render.tsx';
import type { Answers } from '../../../../../test/servers/fake-api.ts';
import { signedOut } from '../../../../lib/session/context.ts';
import { LoginPage } from './LoginPage.tsx';

const out = 'https://login.example.org/club';

async function openLogin(props: Parameters<typeof LoginPage>[0] = {}) {
  const went: unknown[] = [];
  const ways = {
    signInElsewhere: async (redirect?: string) => void went.push(redirect),
    leave: (url: string) => void went.push(url),
  };
  await renderUi(<LoginPage {...ways} {...props} />, { session: signedOut });
  return went;
}

const toProvider = () => page.getByRole('button', { name: 'Vstopi pri ponudniku' });
const passwordField = () => page.getByLabelText('Geslo', { exact: true });

describe('signing in with a hosted provider', () => {
  it('leads there with the wanted path and asks for no password here', async () => {
    configure({ hosted_sign_in: true });
    const went = await openLogin({ redirect: '/groups/1' });
    await expect.element(page.getByRole('heading', { name: 'Vstop v račun' })).toBeVisible();
    await expect.element(passwordField()).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Registrirajte se' })).not.toBeInTheDocument();
    await expectAccessible();
    await picture('login-hosted');
    await toProvider().click();
    expect(went).toEqual(['/groups/1']);
    await expect.element(page.getByRole('button', { name: 'Odpiram' })).toBeDisabled();
  });

  it.each([
    ['external_stranger', /^S tem računom pri ponudniku v Vpisnik ni mogoče vstopiti\./],
    ['external_unverified', /^Ponudnik ni potrdil vašega e-poštnega naslova\./],
    ['external_cancelled', /^Vstop pri ponudniku je bil preklican\./],
    ['external_failed', /^Zunanje strani ni bilo mogoče odpreti\. Poskusite znova\./],
    ['interaction_expired', /^Čas za vstop je potekel\./],
    ['account_inactive', /^Račun ni aktiven\./],
    ['<b>made up</b>', /^Zunanje strani ni bilo mogoče odpreti\.$/],
  ])('tells %s and lets one try again', async (error, text) => {
    configure({ hosted_sign_in: true });
    await openLogin({ error, notice: 'signed_out' });
    await expect.element(page.getByRole('alert')).toMatchTextContent(text);
    await expect.element(page.getByRole('status')).not.toBeInTheDocument();
    await expect.element(toProvider()).toBeEnabled();
    await expectAccessible();
  });

  it('tells when there is no connection, and lets one try again', async () => {
    configure({ hosted_sign_in: true });
    await openLogin({
      signInElsewhere: async () => {
        throw new ApiError(0);
      },
    });
    await toProvider().click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Ni povezave s strežnikom\./);
    await expect.element(toProvider()).toBeEnabled();
  });

  it.each([{ password: true }, { deviceCode: 'abc' }, { notice: 'password_set' as const }])(
    'shows the password form to whom it is for: %o',
    async (props) => {
      configure({ hosted_sign_in: true, external_login_url: out });
      expect(await openLogin(props)).toEqual([]);
      await expect.element(passwordField()).toBeVisible();
      await expect.element(page.getByRole('link', { name: 'Vstopi pri ponudniku' })).toBeVisible();
      await expect.element(page.getByRole('link', { name: 'Registrirajte se' })).not.toBeInTheDocument();
    },
  );

  it('begins by itself when another site has initiated it', async () => {
    configure({ hosted_sign_in: true, external_login_url: out });
    expect(await openLogin({ atOnce: true, redirect: '/groups' })).toEqual(['/groups']);
  });
});

describe('an external login', () => {
  it('is gone to at once, unless there is something to read first', async () => {
    configure({ external_login_url: out });
    expect(await openLogin()).toEqual([out]);
  });

  it('is offered under what there is to read', async () => {
    configure({ external_login_url: out });
    expect(await openLogin({ notice: 'signed_out' })).toEqual([]);
    await expect.element(page.getByRole('status')).toHaveTextContent('Odjava je uspela.');
    await expect
      .element(page.getByRole('link', { name: 'Vstopi pri ponudniku' }))
      .toHaveAttribute('href', out);
  });
});

const signedOutAnswers: Answers = { accounts: {} };

describe('with a hosted provider', () => {
  it.each(['/register', '/register-success', '/activation#code=abc', '/reset-password'])(
    '%s says whose that is, and leads there',
    async (path) => {
      configure({ hosted_sign_in: true });
      await renderApp({ path, answers: signedOutAnswers, session: signedOut });
      await expect
        .element(page.getByText('Račune in gesla ureja ponudnik, prek katerega vstopate.'))
        .toBeVisible();
      await expect.element(toProvider()).toBeVisible();
      await expectAccessible(document);
    },
  );

  it('an invitation is accepted there, with the address it is for', async () => {
    configure({ hosted_sign_in: true });
    const invited = { organization_name: 'Zvezda', name: 'Tina', email: 'tina@zvezda.test' };
    await renderApp({
      path: '/invitation#code=abc',
      answers: { accounts: { checkInvitation: () => invited } },
      session: signedOut,
    });
    await expect.element(page.getByText(/z računom, ki ima potrjen naslov tina@zvezda\.test/)).toBeVisible();
    await expect.element(toProvider()).toBeVisible();
    await expect.element(page.getByLabelText('Novo geslo', { exact: true })).not.toBeInTheDocument();
  });

  it('one’s own address and password are changed there; a platform ADMIN’s stay here', async () => {
    configure({ hosted_sign_in: true });
    const answers: Answers = {
      accounts: { listSignIns: () => ({ results: [] }) },
      organizations: { list: () => ({ results: [], last_id: null }) },
      second_factor: { get: () => factorsOf() },
    };
    const { store, router } = await renderApp({
      path: '/account/security',
      answers,
      session: sessionOf('GROUP_ADMIN'),
    });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByLabelText('Trenutno geslo')).not.toBeInTheDocument();
    store.set(sessionOf('ADMIN'));
    await router.navigate({ to: '/account/security' });
    await expect.element(page.getByLabelText('Trenutno geslo')).toBeVisible();
  });
});
