import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { locationOf, openBrowser, submitForm } from '../../../test/outside/browser.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});

afterAll(() => app.close());

const renew = (token: string | undefined) => openid.refreshTokenGrant(app.relyingParty, token ?? '');

async function signedIn() {
  const account = await app.createAccount();
  return { account, ...(await app.signIn(account.email)) };
}

/** Lets the grace of a used refresh token pass without waiting for it. */
async function passGrace(): Promise<void> {
  await app.system.query(`update oidc_payloads set consumed_at = consumed_at - interval '11 seconds'`);
}

describe('signing in with an OpenID client that we did not write', () => {
  it('tells the claims of the session by their names', async () => {
    const account = await app.createAccount({ role: 'GROUP_EDITOR_USER' });
    const { tokens } = await app.signIn(account.email);
    expect(tokens.claims()).toMatchObject({
      iss: `${app.origin}/oidc`,
      sub: account.id,
      user_id: account.id,
      name: 'Žiga Čuk',
      email: account.email,
      organization_id: app.organizationId,
      role: 'GROUP_EDITOR_USER',
    });
  });

  it('gives a platform ADMIN no organisation', async () => {
    const { email } = await app.createAccount({ admin: true });
    const { tokens } = await app.signIn(email);
    expect(tokens.claims()).toMatchObject({ role: 'ADMIN' });
    expect(tokens.claims()).not.toHaveProperty('organization_id');
  });

  it('insists on PKCE and on the registered redirect', async () => {
    const browser = openBrowser(app.origin);
    const ask = (parameters: Record<string, string>) =>
      browser.fetch(
        `/oidc/auth?${new URLSearchParams({ client_id: 'vpisnik-web', response_type: 'code', scope: 'openid', redirect_uri: `${app.origin}/auth/callback`, ...parameters })}`,
      );
    expect(locationOf(await ask({})).searchParams.get('error')).toBe('invalid_request');
    const plain = await ask({ code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' });
    expect(locationOf(plain).searchParams.get('error')).toBe('invalid_request');
    const elsewhere = await ask({ redirect_uri: 'https://evil.test/auth/callback' });
    expect(elsewhere.status).toBe(400);
  });

  it('knows no client whose id no database can hold', async () => {
    const answer = await openBrowser(app.origin).fetch('/oidc/auth?client_id=%00&response_type=code');
    expect(answer.status).toBe(400);
  });

  it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values'])(
    'refuses a %s that no database can hold',
    async (name) => {
      const { stop } = await app.begin(undefined, { [name]: '\0' });
      expect([stop.pathname, stop.searchParams.get('error')]).toEqual(['/auth/callback', 'invalid_request']);
    },
  );

  it('takes a code once; using it again ends what it gave', async () => {
    const { email } = await app.createAccount();
    const { checks, callback } = await app.authorize(email);
    const tokens = await openid.authorizationCodeGrant(app.relyingParty, callback, checks);
    await expect(openid.authorizationCodeGrant(app.relyingParty, callback, checks)).rejects.toThrow();
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses the token endpoint without the client secret', async () => {
    const { email } = await app.createAccount();
    const { checks, callback } = await app.authorize(email);
    const answer = await fetch(`${app.origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'vpisnik-web',
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        code_verifier: checks.pkceCodeVerifier,
        redirect_uri: `${app.origin}/auth/callback`,
      }),
    });
    expect(answer.status).toBe(401);
  });

  it('works when two processes answer in turn', async () => {
    const { email, id } = await app.createAccount();
    const second = await app.start({ publicUrl: app.origin });
    const flow = await app.begin();
    const answer = await flow.browser.post(`${second.address}/api/auth/interactions/${flow.uid}`, {
      email,
      password: 'Vpisnik-2026!',
    });
    const { redirect_to } = (await answer.json()) as { redirect_to: string };
    const callback = locationOf(await flow.browser.fetch(redirect_to.replace(app.origin, second.address)));
    const tokens = await openid.authorizationCodeGrant(app.relyingParty, callback, flow.checks);
    const whoami = await fetch(`${second.address}/whoami`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await whoami.json()).toMatchObject({ accountId: id });
  });

  it('lets another account sign in where one is signed in already', async () => {
    const { browser } = await signedIn();
    const next = await app.createAccount();
    const flow = await app.begin(browser, { prompt: 'login' });
    const answer = await browser.post(`/api/auth/interactions/${flow.uid}`, {
      email: next.email,
      password: 'Vpisnik-2026!',
    });
    const { redirect_to } = (await answer.json()) as { redirect_to: string };
    // the page ends the first person's session by itself, then goes on
    const page = await browser.fetch(redirect_to);
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self' 'sha256-.*frame-ancestors 'none'/,
    );
    const resumed = locationOf(await submitForm(browser, await page.text()));
    const callback = locationOf(await browser.fetch(resumed.href));
    const tokens = await openid.authorizationCodeGrant(app.relyingParty, callback, flow.checks);
    expect(tokens.claims()?.sub).toBe(next.id);
  });
});

describe('renewal', () => {
  it('rotates the refresh token', async () => {
    const { tokens, account } = await signedIn();
    const renewed = await renew(tokens.refresh_token);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(renewed.claims()?.sub).toBe(account.id);
  });

  it('lets one of parallel renewals win, and the others end nothing', async () => {
    const { tokens } = await signedIn();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => renew(tokens.refresh_token)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    await expect(renew(winners[0]?.value.refresh_token)).resolves.toBeDefined();
  });

  it('refuses reuse within ten seconds, but goes on with the newer token', async () => {
    const { tokens } = await signedIn();
    const renewed = await renew(tokens.refresh_token);
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(renew(renewed.refresh_token)).resolves.toBeDefined();
  });

  it('ends the whole family on later reuse', async () => {
    const { tokens } = await signedIn();
    const renewed = await renew(tokens.refresh_token);
    await passGrace();
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(renew(renewed.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('refuses a person who was deactivated meanwhile', async () => {
    const { tokens, account } = await signedIn();
    await app.system.query('update memberships set active = false where account_id = $1', [account.id]);
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('keeps no token in the database that could be used', async () => {
    const { tokens } = await signedIn();
    const { rows } = await app.system.query('select id, payload from oidc_payloads');
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token);
  });
});

describe('signing out', () => {
  it('revokes', async () => {
    const { tokens } = await signedIn();
    await openid.tokenRevocation(app.relyingParty, tokens.refresh_token ?? '');
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('ends the provider session from our own page at once', async () => {
    const { browser, tokens } = await signedIn();
    const url = openid.buildEndSessionUrl(app.relyingParty, {
      post_logout_redirect_uri: `${app.origin}/login?notice=signed_out`,
      state: 'abc',
    });
    const page = await browser.fetch(url.href, { headers: { 'sec-fetch-site': 'same-origin' } });
    const html = await page.text();
    expect(html).toContain('.submit()');
    expect(locationOf(await submitForm(browser, html)).href).toBe(
      `${app.origin}/login?notice=signed_out&state=abc`,
    );
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    const { stop } = await app.begin(browser, { prompt: 'none' });
    expect(stop.searchParams.get('error')).toBe('login_required');
  });

  it('asks first when the link comes from another site', async () => {
    const { browser } = await signedIn();
    const page = await browser.fetch('/oidc/session/end', { headers: { 'sec-fetch-site': 'cross-site' } });
    const html = await page.text();
    expect(html).not.toContain('<script');
    expect(html).toContain('<button');
  });
});

it('logs neither passwords nor tokens', async () => {
  const { tokens } = await signedIn();
  const log = app.log.join('');
  expect(log).toContain('/oidc/*');
  for (const secret of ['Vpisnik-2026!', tokens.access_token, tokens.refresh_token, tokens.id_token]) {
    expect(log).not.toContain(secret);
  }
});
