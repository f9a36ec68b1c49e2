/**
 * OpenID clients that we did not write, at an address behind which two processes answer in turn: neither may keep
 * anything that the other needs.
 */
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createFactories, type Member } from '../../../test/factories.ts';
import { type Browser, locationOf, openBrowser, submitForm } from '../../../test/outside/browser.ts';
import { type AppProcess, startAppProcess } from '../../../test/processes/processes.ts';
import { type Alternating, startAlternating } from '../../../test/product/alternating.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { loadKeys } from '../keys/keys.ts';

const password = 'Vpisnik-2026!';
const scope = 'openid email profile';

let database: TestDatabase;
let system: pg.Pool;
let proxy: Alternating;
let processes: AppProcess[] = [];
let clientSecret: string;
let redirectUri: string;
let member: Member;

beforeAll(async () => {
  database = await createTestDatabase();
  system = new pg.Pool({ connectionString: database.env.databaseUrl, max: 2 });
  system.on('error', () => {});
  ({ clientSecret } = await loadKeys(system, database.env.secretKeys));
  member = await createFactories(system).member({ role: 'GROUP_EDITOR_USER', name: 'Žiga Čuk' });
  await system.query('update accounts set password_hash = $2 where id = $1', [
    member.id,
    await hashPassword(password, 'known'),
  ]);
  proxy = await startAlternating();
  redirectUri = `${proxy.origin}/auth/callback`;
  const start = () => startAppProcess(database.env, { PUBLIC_URL: proxy.origin });
  processes = await Promise.all([start(), start()]);
  proxy.targets.push(...processes.map(({ origin }) => origin));
});
afterAll(async () => {
  await proxy.stop();
  await Promise.all(processes.map((one) => one.kill()));
  await system.end();
  await database.drop();
});
beforeEach(() => {
  proxy.answered = [];
});

/** The sign-in page's part: from the provider's address to the callback with a code. */
async function signInAt(address: URL, browser: Browser = openBrowser(proxy.origin)): Promise<URL> {
  const page = locationOf(await browser.fetch(address.href));
  expect(page.pathname).toBe('/login');
  const answer = await browser.post(`/api/auth/interactions/${page.searchParams.get('uid')}`, {
    email: member.email,
    password,
  });
  const { redirect_to } = (await answer.json()) as { redirect_to: string };
  return locationOf(await browser.fetch(redirect_to));
}

/** Signs the browser out where a client has sent it. */
async function signOutAt(address: URL, browser: Browser): Promise<URL> {
  const page = await browser.fetch(address.href, { headers: { 'sec-fetch-site': 'same-origin' } });
  return locationOf(await submitForm(browser, await page.text()));
}

/** Whether each of the two processes accepts the access token. */
async function isAdmitted(token: string): Promise<boolean[]> {
  const headers = { authorization: `Bearer ${token}` };
  const asked = processes.map(({ origin }) => fetch(`${origin}/api/users/me`, { headers }));
  return (await Promise.all(asked)).map(({ status }) => status === 200);
}

const expectBothAnswered = () =>
  expect(Math.min(...proxy.targets.map((_, at) => proxy.answered[at] ?? 0))).toBeGreaterThan(2);

describe('openid-client', () => {
  it('signs in, renews, revokes and signs out', async () => {
    const client = await openid.discovery(
      new URL(`${proxy.origin}/oidc`),
      'vpisnik-web',
      {},
      openid.ClientSecretBasic(clientSecret),
      { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] },
    );
    const signIn = async (browser?: Browser) => {
      const checks = {
        pkceCodeVerifier: openid.randomPKCECodeVerifier(),
        expectedState: openid.randomState(),
        expectedNonce: openid.randomNonce(),
      };
      const address = openid.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: checks.expectedState,
        nonce: checks.expectedNonce,
      });
      return openid.authorizationCodeGrant(client, await signInAt(address, browser), checks);
    };

    const tokens = await signIn();
    expect(tokens.claims()).toMatchObject({ sub: member.id, email: member.email, role: member.role });
    expect(await isAdmitted(tokens.access_token)).toEqual([true, true]);
    const renewed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(renewed.claims()?.sub).toBe(member.id);
    await openid.tokenRevocation(client, renewed.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(client, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });

    const browser = openBrowser(proxy.origin);
    const again = await signIn(browser);
    const end = openid.buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${proxy.origin}/login?notice=signed_out`,
      id_token_hint: again.id_token ?? '',
    });
    expect((await signOutAt(end, browser)).href).toBe(`${proxy.origin}/login?notice=signed_out`);
    expect(await isAdmitted(again.access_token)).toEqual([false, false]);
    await expect(openid.refreshTokenGrant(client, again.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expectBothAnswered();
  });
});

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const client: oauth.Client = { client_id: 'vpisnik-web' };

  it('signs in, renews, revokes and signs out', async () => {
    const issuer = new URL(`${proxy.origin}/oidc`);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    const authentication = oauth.ClientSecretBasic(clientSecret);

    const signIn = async (browser?: Browser) => {
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).toString();
      const callback = await signInAt(address, browser);
      const parameters = oauth.validateAuthResponse(server, client, callback, state);
      const answer = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        verifier,
        insecure,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      // checked with the keys that the provider publishes
      await oauth.validateApplicationLevelSignature(server, answer, insecure);
      return tokens;
    };
    const renew = async (token: string | undefined) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, authentication, token ?? '', insecure),
      );

    const tokens = await signIn();
    expect(oauth.getValidatedIdTokenClaims(tokens)).toMatchObject({ sub: member.id, role: member.role });
    expect(await isAdmitted(tokens.access_token)).toEqual([true, true]);
    const renewed = await renew(tokens.refresh_token);
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    const revoked = oauth.revocationRequest(
      server,
      client,
      authentication,
      renewed.refresh_token ?? '',
      insecure,
    );
    await oauth.processRevocationResponse(await revoked);
    await expect(renew(renewed.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });

    const browser = openBrowser(proxy.origin);
    const again = await signIn(browser);
    const end = new URL(server.end_session_endpoint ?? '');
    end.search = new URLSearchParams({
      client_id: client.client_id,
      post_logout_redirect_uri: `${proxy.origin}/login?notice=signed_out`,
    }).toString();
    expect((await signOutAt(end, browser)).href).toBe(`${proxy.origin}/login?notice=signed_out`);
    expect(await isAdmitted(again.access_token)).toEqual([false, false]);
    await expect(renew(again.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    expectBothAnswered();
  });
});
