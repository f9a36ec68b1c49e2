/** Attacks on sign-in and tokens; all must fail. */
import { createPublicKey } from 'node:crypto';
import {
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { type Browser, locationOf, openBrowser, submitForm } from '../../../test/outside/browser.ts';
import { until } from '../../../test/until.ts';
import { loadKeys } from '../keys/keys.ts';
import { issueCode } from './codes.ts';
import { issueInvitationCode } from './invitations.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;
let victim: { id: string; email: string };
let published: JWK;
let ours: JWK;

beforeAll(async () => {
  app = await startIdentity();
  victim = await app.createAccount({ role: 'ORGANIZATION_ADMIN' });
  const { keys } = (await (await fetch(`${app.origin}/oidc/jwks`)).json()) as { keys: JWK[] };
  published = keys[0] ?? {};
  ours = (await loadKeys(app.system, app.env.secretKeys)).signing[0] ?? {};
});
afterAll(() => app.close());

describe('a forged token', () => {
  type Forged = {
    header?: Partial<JWTHeaderParameters>;
    claims?: object;
    key?: CryptoKey | Uint8Array;
    exp?: string;
  };

  const claims = () => ({
    sub: victim.id,
    iss: `${app.origin}/oidc`,
    aud: 'urn:vpisnik:api',
    client_id: 'vpisnik-web',
    scope: 'openid email profile',
  });

  async function forge({ header = {}, claims: given = {}, key, exp = '5m' }: Forged): Promise<string> {
    const token = new SignJWT({ ...claims(), ...given })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: ours.kid ?? '', ...header })
      .setIssuedAt();
    if (exp) token.setExpirationTime(exp);
    return token.sign(key ?? (await importJWK(ours, 'ES256')));
  }

  const text = (value: string) => new TextEncoder().encode(value);
  const pem = () =>
    createPublicKey({ key: published, format: 'jwk' }).export({ type: 'spki', format: 'pem' });

  async function signedIn(): Promise<Awaited<ReturnType<typeof app.signIn>>['tokens']> {
    return (await app.signIn(victim.email)).tokens;
  }

  async function ownKey() {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    return { key: privateKey, jwk: await exportJWK(publicKey) };
  }

  const whoIs = async (token: string) =>
    (await fetch(`${app.origin}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('would be good if it were ours', async () => {
    expect(await whoIs(await forge({}))).toBe(200);
  });

  const forgeries: [what: string, make: () => Promise<string>][] = [
    ['without an algorithm', async () => new UnsecuredJWT(claims()).setExpirationTime('5m').encode()],
    [
      'of ours that claims to have no algorithm',
      async () => {
        const [, payload] = (await forge({})).split('.');
        const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
        return `${header}.${payload}.`;
      },
    ],
    ['of ours without its signature', async () => `${(await forge({})).split('.').slice(0, 2).join('.')}.`],
    [
      'of ours with another person in it',
      async () => {
        const [header, , signature] = (await forge({})).split('.');
        const other = { ...claims(), sub: (await app.createAccount({ admin: true })).id };
        return `${header}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`;
      },
    ],
    [
      'signed with the published key as a secret',
      () => forge({ header: { alg: 'HS256' }, key: text(JSON.stringify(published)) }),
    ],
    [
      'signed with the published key as PEM',
      () => forge({ header: { alg: 'HS256' }, key: text(String(pem())) }),
    ],
    ['signed with an empty secret', () => forge({ header: { alg: 'HS256' }, key: text('\0'.repeat(32)) })],
    ['signed by a stranger under our key’s name', async () => forge({ key: (await ownKey()).key })],
    [
      'that brings its own key along',
      async () => {
        const { key, jwk } = await ownKey();
        return forge({ key, header: { jwk, kid: 'mine' } });
      },
    ],
    [
      'that says where its key is',
      async () =>
        forge({ key: (await ownKey()).key, header: { jku: 'https://evil.test/jwks', kid: 'mine' } }),
    ],
    [
      'whose key has a path for a name',
      async () => forge({ key: (await ownKey()).key, header: { kid: '../../dev/null' } }),
    ],
    [
      'whose key has no name',
      async () => forge({ key: (await ownKey()).key, header: { kid: undefined as never } }),
    ],
    ['for another audience', () => forge({ claims: { aud: 'urn:another:api' } })],
    ['for nobody', () => forge({ claims: { aud: undefined } })],
    ['of another issuer', () => forge({ claims: { iss: 'https://evil.test/oidc' } })],
    ['of an issuer that begins like ours', () => forge({ claims: { iss: `${app.origin}/oidc/evil` } })],
    ['of another type', () => forge({ header: { typ: 'JWT' } })],
    ['of a logout', () => forge({ header: { typ: 'logout+jwt' } })],
    ['that is over', () => forge({ exp: '-1m' })],
    ['that never ends', () => forge({ exp: '' })],
    ['that is not yet good', () => forge({ claims: { nbf: Math.floor(Date.now() / 1000) + 600 } })],
    ['about nobody', () => forge({ claims: { sub: undefined } })],
    ['about somebody who isn’t there', () => forge({ claims: { sub: crypto.randomUUID() } })],
    ['of a sign-in that isn’t there', () => forge({ claims: { sign_in: 'made-up' } })],
    ['that says who it is for the page', async () => (await signedIn()).id_token ?? ''],
    ['that is for renewing', async () => (await signedIn()).refresh_token ?? ''],
  ];
  it.each(forgeries)('%s is refused', async (_what, make) => {
    expect(await whoIs(await make())).toBe(401);
  });

  it('gives no more by what it says about role and organisation', async () => {
    const viewer = await app.createAccount({ role: 'GROUP_VIEWER_USER' });
    const token = await forge({
      claims: { sub: viewer.id, role: 'ADMIN', organization_id: crypto.randomUUID() },
    });
    const headers = { authorization: `Bearer ${token}` };
    const me = await (await fetch(`${app.origin}/api/users/me`, { headers })).json();
    expect(me).toMatchObject({ role: 'GROUP_VIEWER_USER', organization_id: app.organizationId });
    expect((await fetch(`${app.origin}/api/users`, { headers })).status).toBe(403);
  });
});

describe('a code', () => {
  it('exchanged many times at once gives tokens once', async () => {
    const { email } = await app.createAccount();
    const { checks, callback } = await app.authorize(email);
    const attempts = Array.from({ length: 6 }, () =>
      openid.authorizationCodeGrant(app.relyingParty, callback, checks),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  it('is worth nothing with another verifier, to another address, or with another one’s', async () => {
    const { email } = await app.createAccount();
    const { clientSecret } = await loadKeys(app.system, app.env.secretKeys);
    const exchange = (fields: Record<string, string>) =>
      fetch(`${app.origin}/oidc/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`vpisnik-web:${clientSecret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', ...fields }),
      });
    for (const wrong of [
      { code_verifier: openid.randomPKCECodeVerifier() },
      { code_verifier: '' },
      { redirect_uri: `${app.origin}/auth/callback/` },
      { redirect_uri: '' },
    ]) {
      const { checks, callback } = await app.authorize(email);
      const right = {
        code: callback.searchParams.get('code') ?? '',
        code_verifier: checks.pkceCodeVerifier,
        redirect_uri: `${app.origin}/auth/callback`,
      };
      expect((await exchange({ ...right, ...wrong })).status).toBe(400);
    }
  });

  it('of one purpose serves no other', async () => {
    const { id, email } = await app.createAccount();
    const { rows } = await app.system.query<{ id: string }>(
      `insert into invitations (organization_id, email, name) values ($1, 'povabljena@test.si', 'Ana') returning id`,
      [app.organizationId],
    );
    const invitation = rows[0]?.id ?? '';
    const calls = {
      activation: '/api/confirm-sign-up/check',
      invitation: '/api/invitations/check',
      password_reset: '/api/password-resets/check',
      email_change: '/api/email-changes/confirm',
      owner_change: '/api/owner-changes/confirm',
    };
    const known = new Set(app.routes.map(({ url }) => url));
    for (const purpose of [...Object.keys(calls), 'device'] as (keyof typeof calls)[]) {
      for (const [its, url] of Object.entries(calls)) {
        if (its === purpose || !known.has(url)) continue;
        const code =
          purpose === 'invitation'
            ? await issueInvitationCode(app.system, invitation, true)
            : await issueCode(app.system, id, purpose, 3600, { email });
        const answer = await openBrowser(app.origin).post(url, { code });
        expect([purpose, url, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
          purpose,
          url,
          400,
          'code_invalid',
        ]);
      }
    }
    expect(Object.values(calls).filter((url) => !known.has(url))).toEqual([]);
  });
});

describe('redirects stay on our site', () => {
  const elsewhere = () => [
    'https://evil.test/auth/callback',
    'https://evil.test',
    '//evil.test/auth/callback',
    '/\\evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    `${app.origin}.evil.test/auth/callback`,
    `${app.origin}@evil.test/auth/callback`,
    `${app.origin}/auth/callback/../../evil`,
    `${app.origin}/auth/callback?next=https://evil.test`,
    `${app.origin}/auth/callback#https://evil.test`,
    `${app.origin}/auth/callback/`,
    `${app.origin}/auth/callback%0d%0aLocation:%20https://evil.test`,
    `${app.origin}/AUTH/callback`,
    app.origin.replace(/:\d+$/, ':1'),
    '',
  ];
  const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };

  async function leads(path: string, accept: string): Promise<string[]> {
    const answer = await openBrowser(app.origin).fetch(path, {
      headers: { accept, 'sec-fetch-site': 'same-origin' },
    });
    const location = answer.headers.get('location');
    const forms = [...(await answer.text()).matchAll(/(?:action|href|url)="?([^"\s>]+)/gi)].map(
      ([, url = '']) => url,
    );
    return [...(location ? [location] : []), ...forms].map((url) => new URL(url, app.origin).origin);
  }

  it('by the address that gets the code', async () => {
    for (const redirect_uri of elsewhere())
      for (const accept of ['text/html', 'application/json'])
        for (const more of [
          {},
          { response_mode: 'form_post' },
          { prompt: 'none' },
          { response_type: 'none' },
        ]) {
          const query = new URLSearchParams({
            client_id: 'vpisnik-web',
            response_type: 'code',
            scope: 'openid',
            redirect_uri,
            ...pkce,
            ...more,
          });
          const origins = await leads(`/oidc/auth?${query}`, accept);
          expect([redirect_uri, ...origins.filter((origin) => origin !== app.origin)]).toEqual([
            redirect_uri,
          ]);
        }
  });

  it('by a way of answering that leaves the code to scripts or forms', async () => {
    const { email } = await app.createAccount();
    const { browser } = await app.signIn(email);
    const answered = async (response_mode: string) => {
      const url = openid.buildAuthorizationUrl(app.relyingParty, {
        redirect_uri: `${app.origin}/auth/callback`,
        scope: 'openid',
        code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
        code_challenge_method: 'S256',
        state: openid.randomState(),
        response_mode,
      });
      const answer = await browser.fetch(url.href);
      return `${answer.headers.get('location')} ${await answer.text()}`;
    };
    for (const mode of ['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt'])
      expect(await answered(mode)).not.toMatch(/[?#&]code=|name="code"|response=/);
    expect(await answered('query')).toMatch(/\?code=/);
  });

  it('by the address after signing out', async () => {
    for (const post_logout_redirect_uri of elsewhere())
      for (const accept of ['text/html', 'application/json']) {
        const query = new URLSearchParams({ client_id: 'vpisnik-web', post_logout_redirect_uri });
        const origins = await leads(`/oidc/session/end?${query}`, accept);
        expect(origins.filter((origin) => origin !== app.origin)).toEqual([]);
      }
  });

  it('by what stands in a request object or is asked of another client', async () => {
    const request = new UnsecuredJWT({
      redirect_uri: 'https://evil.test',
      client_id: 'vpisnik-web',
    }).encode();
    for (const more of [{ request }, { request_uri: 'https://evil.test/r' }, { client_id: 'evil' }]) {
      const query = new URLSearchParams({
        client_id: 'vpisnik-web',
        response_type: 'code',
        scope: 'openid',
        redirect_uri: `${app.origin}/auth/callback`,
        ...pkce,
        ...more,
      });
      expect(
        (await leads(`/oidc/auth?${query}`, 'text/html')).filter((origin) => origin !== app.origin),
      ).toEqual([]);
    }
  });
});

describe('pages of other sites', () => {
  it('reach none of the calls that live by cookies', async () => {
    const writing = app.routes.filter(
      ({ method, url }) => url.startsWith('/api/auth/') && !['GET', 'HEAD', 'OPTIONS'].includes(method),
    );
    expect(writing.length).toBeGreaterThanOrEqual(4);
    const { browser } = await app.signIn(victim.email);
    const { uid } = await app.begin(browser, { prompt: 'login' });
    for (const { method, url } of writing)
      for (const headers of [
        { origin: 'https://evil.test' },
        { origin: 'null' },
        { origin: `${app.origin}.evil.test` },
        { origin: app.origin.replace('http:', 'https:') },
        { origin: '' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
      ] as Record<string, string>[]) {
        const answer = await browser.fetch(url.replace(':uid', uid), {
          method,
          headers: {
            origin: app.origin,
            'sec-fetch-site': 'same-origin',
            'content-type': url.endsWith('/session')
              ? 'application/x-www-form-urlencoded'
              : 'application/json',
            ...headers,
          },
          ...(method !== 'DELETE' && { body: '{}' }),
        });
        expect([method, url, headers, answer.status]).toEqual([method, url, headers, 403]);
      }
    // and nothing happened to the session
    const { stop } = await app.begin(browser, { prompt: 'none' });
    expect(stop.searchParams.get('code')).toBeTruthy();
  });

  it('can’t sign an account out: that form has a secret of the session', async () => {
    const { browser } = await app.signIn(victim.email);
    await browser.fetch('/oidc/session/end');
    for (const xsrf of ['', 'guessed']) {
      const body = new URLSearchParams({ xsrf, logout: 'yes' });
      const answer = await browser.fetch('/oidc/session/end/confirm', { method: 'POST', body });
      expect(answer.status).toBeGreaterThanOrEqual(300);
    }
    const { stop } = await app.begin(browser, { prompt: 'none' });
    expect(stop.searchParams.get('code')).toBeTruthy();
  });

  it('find no answer that they may read', async () => {
    const origin = 'https://evil.test';
    for (const path of ['/oidc/token', '/oidc/auth', '/api/auth/session', '/api/users/me'])
      for (const method of ['OPTIONS', 'POST']) {
        const { headers } = await fetch(app.origin + path, { method, headers: { origin } });
        expect([path, headers.get('access-control-allow-credentials')]).toEqual([path, null]);
        // before it knows the client, the provider allows every origin to read the error
        if (path !== '/oidc/token') expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    const { clientSecret } = await loadKeys(app.system, app.env.secretKeys);
    const authorization = `Basic ${Buffer.from(`vpisnik-web:${clientSecret}`).toString('base64')}`;
    const { headers } = await fetch(`${app.origin}/oidc/token`, {
      method: 'POST',
      headers: { origin, authorization },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a session prepared by an attacker', () => {
  const copy = (browser: Browser) => {
    const other = openBrowser(app.origin);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  };
  async function signInWith(browser: Browser, email: string): Promise<void> {
    const flow = await app.begin(browser, { prompt: 'login' });
    const answer = await browser.post(`/api/auth/interactions/${flow.uid}`, { email, password });
    const { redirect_to } = (await answer.json()) as { redirect_to: string };
    let page = await browser.fetch(redirect_to);
    // another account was signed in: the provider's form ends that session
    if (page.status === 200) page = await submitForm(browser, await page.text());
    for (let hops = 0; page.headers.get('location') && hops < 3; hops += 1) {
      const next = locationOf(page);
      if (next.pathname === '/auth/callback') return;
      page = await browser.fetch(next.href);
    }
  }
  /** Subject that the provider signs in without a prompt in this browser; undefined if none. */
  async function knownIn(browser: Browser): Promise<string | undefined> {
    const { stop, checks } = await app.begin(browser, { prompt: 'none' });
    if (!stop.searchParams.has('code')) return undefined;
    return (await openid.authorizationCodeGrant(app.relyingParty, stop, checks)).claims()?.sub;
  }

  it('is not the one signed in afterwards', async () => {
    const attacker = openBrowser(app.origin);
    await app.begin(attacker);
    const theirs = copy(attacker);
    await signInWith(theirs, victim.email);
    expect(await knownIn(theirs)).toBe(victim.id);
    expect(await knownIn(attacker)).toBeUndefined();
  });

  it('of the attacker’s own never becomes the victim’s', async () => {
    const { id, email } = await app.createAccount();
    const attacker = openBrowser(app.origin);
    await signInWith(attacker, email);
    const theirs = copy(attacker);
    await signInWith(theirs, victim.email);
    expect(await knownIn(theirs)).toBe(victim.id);
    expect([id, undefined]).toContain(await knownIn(attacker));
  });

  it('with a password that has been changed since is worth nothing', async () => {
    const { id, email } = await app.createAccount();
    const { browser, body } = await app.attempt(email);
    const code = await issueCode(app.system, id, 'password_reset', 3600);
    const sent = { code, new_password: 'Novo-geslo-1' };
    expect((await openBrowser(app.origin).post('/api/password-resets/confirm', sent)).status).toBe(204);
    const answer = await browser.fetch(body.redirect_to ?? '');
    expect(answer.headers.get('location') ?? '').not.toContain('code=');
    expect(await knownIn(browser)).toBeUndefined();
  });

  it('with a password that is being changed at this moment is worth nothing either', async () => {
    const { id, email } = await app.createAccount();
    const changing = await app.system.connect();
    await changing.query('begin');
    const { rows } = await changing.query<{ xid: string }>(
      `update accounts set password_hash = 'another' where id = $1 returning pg_current_xact_id()::xid::text as xid`,
      [id],
    );
    const signingIn = app.attempt(email);
    await until(async () => {
      const waiting = await app.system.query(
        'select from pg_locks where not granted and transactionid::text = $1',
        [rows[0]?.xid],
      );
      expect(waiting.rowCount).toBe(1);
    }).finally(async () => {
      await changing.query('commit');
      changing.release();
    });
    const { answer, body, browser, uid } = await signingIn;
    expect([answer.status, body.code]).toEqual([401, 'incorrect_username_or_password']);
    await browser.fetch(`/oidc/auth/${uid}`);
    expect(await knownIn(browser)).toBeUndefined();
  });

  it('cannot be planted from another host: under HTTPS the names of the cookies forbid it', async () => {
    const secure = await app.start({ publicUrl: 'https://vpisnik.test' });
    const query = new URLSearchParams({
      client_id: 'vpisnik-web',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://vpisnik.test/auth/callback',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${secure.address}/oidc/auth?${query}`, { redirect: 'manual' });
    const uid = locationOf(answer).searchParams.get('uid');
    const planted = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0]?.replace('__Host-', '').replace('__Secure-', ''))
      .join('; ');
    const attempt = await fetch(`${secure.address}/api/auth/interactions/${uid}`, {
      method: 'POST',
      headers: { cookie: planted, origin: 'https://vpisnik.test', 'content-type': 'application/json' },
      body: JSON.stringify({ email: victim.email, password }),
    });
    expect(attempt.status).toBe(410);
  });
});

it('guesses from many addresses end after fifty, however the address is written', async () => {
  const { email } = await app.createAccount();
  await app.system.query('delete from rate_limits');
  const many = await app.start({ publicUrl: app.origin, trustProxy: ['127.0.0.1'] });
  const { browser, uid } = await app.begin();
  const guess = async (at: number, given = 'guess') => {
    const answer = await browser.post(
      `${many.address}/api/auth/interactions/${uid}`,
      { email: at % 2 ? email : ` ${email.toUpperCase()}`, password: given },
      { 'x-forwarded-for': `2001:db8:${at.toString(16)}::1` },
    );
    return ((await answer.json()) as { code?: string }).code;
  };
  const codes: (string | undefined)[] = [];
  // more at once would be told to come back: strangers' passwords are judged one at a time
  while (codes.length < 60)
    codes.push(...(await Promise.all(Array.from({ length: 12 }, (_, at) => guess(codes.length + at)))));
  expect(codes.filter((code) => code === 'incorrect_username_or_password')).toHaveLength(50);
  expect(codes.filter((code) => code === 'device_confirmation_required')).toHaveLength(10);
  // the right one doesn't get in either
  expect(await guess(99, password)).toBe('device_confirmation_required');
});
