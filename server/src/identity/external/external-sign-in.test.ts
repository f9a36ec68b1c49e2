import { randomBytes } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { type Browser, locationOf, openBrowser } from '../../../test/outside/browser.ts';
import {
  clientId,
  clientSecret,
  type Scene,
  startExternalProvider,
} from '../../../test/outside/external-provider.ts';
import { findFreePorts } from '../../ports.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let hosted: Awaited<ReturnType<typeof startExternalProvider>>;
let issuer: string;

beforeAll(async () => {
  const [port = 0] = await findFreePorts(1);
  issuer = `http://127.0.0.1:${port}`;
  identity = await startIdentity({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  });
  hosted = await startExternalProvider(port, identity.origin);
});
afterAll(async () => {
  await hosted.stop();
  await identity.close();
});

const newSubject = () => `hosted|${randomBytes(6).toString('hex')}`;

/** Opens a step and goes to the hosted provider and back, up to the answer that our callback has yet to see. */
async function goOut(scene: Scene, opened?: Browser) {
  await hosted.meet(scene);
  const { browser, checks, uid } = await identity.begin(opened);
  const request = locationOf(await browser.fetch(`/api/auth/interactions/${uid}/external`));
  return { browser, checks, request, callback: await through(request) };
}

/** The hosted provider's pages, in a browser that has never been there. */
async function through(request: URL): Promise<URL> {
  const there = openBrowser(issuer);
  let at = request;
  while (at.origin === issuer) at = locationOf(await there.fetch(at.href));
  return at;
}

async function comeBack(browser: Browser, callback: URL): Promise<URL> {
  return locationOf(await browser.fetch(callback.href));
}

async function refusal(scene: Scene): Promise<string | null> {
  const { browser, callback } = await goOut(scene);
  return (await comeBack(browser, callback)).searchParams.get('error');
}

async function signIn(scene: Scene) {
  const { browser, checks, callback } = await goOut(scene);
  const end = locationOf(await browser.fetch((await comeBack(browser, callback)).href));
  const tokens = await openid.authorizationCodeGrant(identity.relyingParty, end, checks);
  return { browser, claims: tokens.claims(), accessToken: tokens.access_token };
}

const linksOf = async (accountId: string) =>
  (
    await identity.system.query('select issuer, subject from account_identities where account_id = $1', [
      accountId,
    ])
  ).rows;

test('an account is found by a verified address first and by the subject from then on', async () => {
  const { id, email } = await identity.createAccount();
  const subject = newSubject();
  const claims = { email: email.toUpperCase(), email_verified: true };
  expect((await signIn({ subject, claims })).claims?.sub).toBe(id);
  expect(await linksOf(id)).toEqual([{ issuer, subject }]);

  const moved = { email: 'moved@test.si', email_verified: false };
  expect((await signIn({ subject, claims: moved })).claims?.sub).toBe(id);

  await identity.system.query('update accounts set email = $2 where id = $1', [id, `new-${email}`]);
  expect((await signIn({ subject, claims })).claims?.sub).toBe(id);
});

test('the first time is written down, and no password of ours is due any more', async () => {
  const { id, email } = await identity.createAccount();
  await identity.system.query('update accounts set password_change_required = true where id = $1', [id]);
  const scene = { subject: newSubject(), claims: { email, email_verified: true } };
  await signIn(scene);
  await signIn(scene);
  const { rows } = await identity.system.query(
    `select changes from activity_log where account_id = $1 and action = 'identity_linked'`,
    [id],
  );
  expect(rows).toEqual([{ changes: { provider: new URL(issuer).host } }]);
  const account = await identity.system.query('select password_change_required from accounts where id = $1', [
    id,
  ]);
  expect(account.rows).toEqual([{ password_change_required: false }]);
});

test('claims by our names mean nothing when they come from outside', async () => {
  const { id, email } = await identity.createAccount({ role: 'GROUP_VIEWER_USER' });
  const claims = { email, email_verified: 'true', role: 'ADMIN', user_id: 'x', organization_id: 'y' };
  const signedIn = await signIn({ subject: newSubject(), claims });
  expect(signedIn.claims).toMatchObject({
    sub: id,
    user_id: id,
    role: 'GROUP_VIEWER_USER',
    organization_id: identity.organizationId,
  });
});

test('the request is bound by PKCE, state and nonce', async () => {
  const { request } = await goOut({});
  expect(request.searchParams.get('code_challenge_method')).toBe('S256');
  expect(request.searchParams.get('scope')).toBe('openid email profile');
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(request.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
});

test('strangers and unverified addresses are refused, each in its own words', async () => {
  const { id, email } = await identity.createAccount();
  const subject = newSubject();
  expect(await refusal({ subject, claims: { email } })).toBe('external_unverified');
  expect(await refusal({ subject, claims: { email, email_verified: false } })).toBe('external_unverified');
  expect(await refusal({ subject, claims: {} })).toBe('external_unverified');
  expect(await refusal({ subject, claims: { email: 'nobody@test.si', email_verified: true } })).toBe(
    'external_stranger',
  );
  expect(await linksOf(id)).toEqual([]);
});

test('an address reassigned to another subject opens no account', async () => {
  const { id, email } = await identity.createAccount();
  const claims = { email, email_verified: true };
  const subject = newSubject();
  await signIn({ subject, claims });
  expect(await refusal({ subject: newSubject(), claims })).toBe('external_stranger');
  expect(await linksOf(id)).toEqual([{ issuer, subject }]);
});

test('a platform ADMIN is never found by address, and still gets in by password', async () => {
  const admin = await identity.createAccount({ admin: true });
  const claims = { email: admin.email, email_verified: true };
  expect(await refusal({ subject: newSubject(), claims })).toBe('external_stranger');
  expect((await identity.attempt(admin.email)).answer.status).toBe(200);
  const { email } = await identity.createAccount();
  const { answer, body } = await identity.attempt(email);
  expect([answer.status, body.code]).toEqual([403, 'managed_by_provider']);
});

test('who registered is confirmed by the provider, and a password of before is forgotten', async () => {
  const { id, email } = await identity.createAccount({ confirmed: false });
  const { claims } = await signIn({ subject: newSubject(), claims: { email, email_verified: true } });
  expect(claims?.sub).toBe(id);
  const { rows } = await identity.system.query(
    'select confirmed_at is not null as confirmed, password_hash from accounts where id = $1',
    [id],
  );
  expect(rows).toEqual([{ confirmed: true, password_hash: null }]);
});

test('who is invited gets the account of the invitation at the first sign-in', async () => {
  const email = 'povabljen@test.si';
  const invitation = await identity.system.query<{ id: string }>(
    `insert into invitations (organization_id, email, name, role, all_groups_allowed)
     values ($1, $2, 'Rok', 'GROUP_EDITOR_USER', true) returning id`,
    [identity.organizationId, email],
  );
  const { claims } = await signIn({ subject: newSubject(), claims: { email, email_verified: true } });
  expect(claims?.sub).toBe(invitation.rows[0]?.id);
  const { rows } = await identity.system.query(
    `select m.role, a.password_hash, (select count(*)::integer from invitations where email = a.email) as invitations
     from accounts a join memberships m on m.account_id = a.id where a.email = $1`,
    [email],
  );
  expect(rows).toEqual([{ role: 'GROUP_EDITOR_USER', password_hash: null, invitations: 0 }]);
});

test('of several invitations one that is still good counts, before later ones that have expired', async () => {
  const email = 'dvakrat@test.si';
  const invite = async (organization: string, life: string, age: string) => {
    const { rows } = await identity.system.query<{ id: string }>(
      `insert into invitations (organization_id, email, name, code_expires_at, created_at)
       values ($1, $2, 'Rok', now() + $3::interval, now() - $4::interval) returning id`,
      [organization, email, life, age],
    );
    return rows[0]?.id;
  };
  const { rows: others } = await identity.system.query<{ id: string }>(
    `insert into organizations (name, owner_email, label)
     select 'Druga ' || n, 'd@test.si', 'druga-' || n from generate_series(1, 2) as n returning id`,
  );
  await invite(String(others[0]?.id), '1 day', '5 days');
  const good = await invite(identity.organizationId, '2 days', '4 days');
  await invite(String(others[1]?.id), '-1 hour', '3 days');
  const { claims } = await signIn({ subject: newSubject(), claims: { email, email_verified: true } });
  expect(claims?.sub).toBe(good);
});

test('a deactivated person is refused', async () => {
  const { email } = await identity.createAccount({ active: false });
  const claims = { email, email_verified: true };
  expect(await refusal({ subject: newSubject(), claims })).toBe('account_inactive');
});

test('an answer counts once, with its own state and in the browser that asked', async () => {
  const { email } = await identity.createAccount();
  const scene = { subject: newSubject(), claims: { email, email_verified: true } };
  const { browser, callback } = await goOut(scene);

  const altered = new URL(callback);
  altered.searchParams.set('state', randomBytes(32).toString('base64url'));
  expect((await comeBack(browser, altered)).search).toBe('?error=interaction_expired');
  const missing = new URL(callback);
  missing.searchParams.delete('state');
  expect((await comeBack(browser, missing)).search).toBe('?error=interaction_expired');

  const other = await identity.begin();
  expect((await comeBack(other.browser, callback)).search).toBe('?error=interaction_expired');
  expect((await comeBack(openBrowser(identity.origin), callback)).search).toBe('?error=interaction_expired');

  expect((await comeBack(browser, callback)).pathname).toMatch(/^\/oidc\/auth\//);
  expect((await comeBack(browser, callback)).search).toBe('?error=interaction_expired');
});

test('a code issued to another request is refused', async () => {
  const { email } = await identity.createAccount();
  const attacker = await goOut({ subject: newSubject(), claims: { email, email_verified: true } });
  const victim = await goOut({ subject: newSubject(), claims: {} });
  const mixed = new URL(victim.callback);
  mixed.searchParams.set('code', attacker.callback.searchParams.get('code') ?? '');
  expect((await comeBack(victim.browser, mixed)).search).toBe('?error=external_failed');
});

test.each([
  ['nonce', { nonce: 'another' }],
  ['issuer', { iss: 'https://elsewhere.test' }],
  ['audience', { aud: 'another-client' }],
  ['expiry', { exp: 1 }],
])('an ID token with a wrong %s is refused', async (_what, lies) => {
  const { id, email } = await identity.createAccount();
  const claims = { email, email_verified: true };
  expect(await refusal({ subject: newSubject(), claims, lies })).toBe('external_failed');
  expect(await linksOf(id)).toEqual([]);
});

test('an answer in another issuer’s name is refused', async () => {
  const { email } = await identity.createAccount();
  const { browser, callback } = await goOut({
    subject: newSubject(),
    claims: { email, email_verified: true },
  });
  callback.searchParams.set('iss', 'https://elsewhere.test');
  expect((await comeBack(browser, callback)).search).toBe('?error=external_failed');
});

test('address and verification come from one source', async () => {
  const { email } = await identity.createAccount();
  const lies = { email, email_verified: false };
  const claims = { email: 'mine@test.si', email_verified: true };
  expect(await refusal({ subject: newSubject(), claims, lies })).toBe('external_unverified');
});

test('who cancels at the provider is told so', async () => {
  expect(await refusal({})).toBe('external_cancelled');
});

test('going out needs a step that this browser began', async () => {
  const { uid } = await identity.begin();
  const answer = await openBrowser(identity.origin).fetch(`/api/auth/interactions/${uid}/external`);
  expect(locationOf(answer).search).toBe('?error=interaction_expired');
});

test('registration and passwords belong to the provider', async () => {
  const post = async (path: string, body: unknown) => {
    const answer = await openBrowser(identity.origin).post(`/api${path}`, body);
    return ((await answer.json()) as { code: string }).code;
  };
  const registration = {
    organization_name: 'Klub',
    name: 'Ana Kos',
    email: 'ana@test.si',
    password,
    accept_terms: true,
    language: 'sl',
  };
  expect(await post('/sign-up', registration)).toBe('managed_by_provider');
  expect(await post('/confirm-sign-up', { code: 'x', password })).toBe('managed_by_provider');
  expect(await post('/resend-confirmation', { email: 'ana@test.si' })).toBe('managed_by_provider');
  expect(await post('/password-resets', { email: 'ana@test.si' })).toBe('managed_by_provider');
});

test('accounts of the provider can’t and needn’t change a password here', async () => {
  const { id, email } = await identity.createAccount({ role: 'ORGANIZATION_ADMIN' });
  const other = await identity.createAccount({ role: 'GROUP_ADMIN' });
  const claims = { email, email_verified: true };
  const { browser, accessToken } = await signIn({ subject: newSubject(), claims });
  const call = async (method: string, path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const answer = await browser.fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { code: string }).code;
  };
  expect(id).not.toBe(other.id);
  const passwords = { current_password: password, new_password: 'Drugo-geslo-1' };
  expect(await call('POST', '/password-changes', passwords)).toBe('managed_by_provider');
  const address = { email: 'new@test.si', current_password: password };
  expect(await call('POST', '/email-changes', address)).toBe('managed_by_provider');
  const demand = { password_change_required: true, version: 1 };
  expect(await call('PATCH', `/users/${other.id}`, demand)).toBe('managed_by_provider');
});

test('addresses need no verification when the installation trusts its provider', async () => {
  const oidc = { issuer, clientId, clientSecret, trustEmail: true };
  // the provider knows the callback of the first address, which is where both are reached
  const trusting = await identity.start({ publicUrl: identity.origin, oidc });
  const { email } = await identity.createAccount();
  const { browser, callback } = await goOut({ subject: newSubject(), claims: { email } });
  const here = new URL(callback.pathname + callback.search, trusting.address);
  expect((await comeBack(browser, here)).pathname).toMatch(/^\/oidc\/auth\//);
});

test('signing out leads through the provider’s own sign-out, and back to the sign-in page', async () => {
  const { email } = await identity.createAccount();
  const { browser } = await signIn({ subject: newSubject(), claims: { email, email_verified: true } });
  const headers = { origin: identity.origin, 'sec-fetch-site': 'same-origin' };
  const answer = await browser.fetch('/api/auth/session', { method: 'DELETE', headers });
  expect(answer.status).toBe(200);
  const { redirect_to } = (await answer.json()) as { redirect_to: string };
  const url = new URL(redirect_to);
  expect(url.origin).toBe(issuer);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${identity.origin}/login?notice=signed_out`);
  expect((await fetch(url)).status).toBe(200);
  const again = await browser.fetch('/api/auth/session', { method: 'DELETE', headers });
  expect(again.status).toBe(204);
});

test('a provider that can’t be reached spoils neither sign-in page nor sign-out', async () => {
  const [closed = 0] = await findFreePorts(1);
  const oidc = { issuer: `http://127.0.0.1:${closed}`, clientId, clientSecret, trustEmail: false };
  const cut = await identity.start({ publicUrl: identity.origin, oidc });
  const { email } = await identity.createAccount();
  const { browser } = await signIn({ subject: newSubject(), claims: { email, email_verified: true } });

  const { uid } = await identity.begin(browser, { prompt: 'login' });
  const out = await browser.fetch(`${cut.address}/api/auth/interactions/${uid}/external`);
  expect(locationOf(out).search).toBe('?error=external_failed');

  const headers = { origin: identity.origin, 'sec-fetch-site': 'same-origin' };
  const answer = await browser.fetch(`${cut.address}/api/auth/session`, { method: 'DELETE', headers });
  expect(answer.status).toBe(204);
  expect(identity.log.join('')).toContain(
    'An error occurred when attempting to log out from OAuth provider.',
  );
});

test('codes and tokens of the provider appear in no log', async () => {
  const { email } = await identity.createAccount();
  const { browser, callback } = await goOut({
    subject: newSubject(),
    claims: { email, email_verified: true },
  });
  await comeBack(browser, callback);
  const log = identity.log.join('');
  for (const name of ['code', 'state']) expect(log).not.toContain(callback.searchParams.get(name));
});
