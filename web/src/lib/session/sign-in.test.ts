import { ApiError } from '@vpisnik/contract/kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdentityServer, type IdentityServer, origin } from '../../../test/servers/identity-server.ts';
import { createOAuth } from './oauth.ts';
import { wantedBy } from './pending.ts';
import type { Tokens } from './renewal.ts';
import type { Passkeys } from './second-factor-step.ts';
import { createSignIn } from './sign-in.ts';

const credentials = { email: 'a@test.si', password: 'secret' };

let server: IdentityServer;
let stored: Map<string, string>;
let left: string[];
let got: Tokens[];

beforeEach(() => {
  server = createIdentityServer();
  stored = new Map();
  left = [];
  got = [];
});

const open = (passkeys?: Passkeys) =>
  createSignIn({
    ...(passkeys && { passkeys }),
    oauth: createOAuth({ origin, fetch: server.fetch }),
    keeper: { set: (tokens) => got.push(tokens), settled: async () => {} },
    fetch: server.fetch,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => stored.set(key, value),
      removeItem: (key) => stored.delete(key),
    },
    leave: (url) => left.push(url),
  });

describe('signing in', () => {
  it('goes through the provider and comes back with tokens and the wanted path', async () => {
    await open().signIn(credentials, '/groups/1?tab=participants');
    expect(left).toEqual([`${origin}/oidc/auth/step`]);
    // the page was left; another one completes
    expect(await open().complete(server.callback('code'))).toBe('/groups/1?tab=participants');
    expect(got[0]?.user.name).toBe('Žiga Čuk');
    const exchange = server.requests.at(-1);
    expect(exchange?.body).toContain('code_verifier=');
    expect(exchange?.body).not.toContain('secret');
    expect(stored.size).toBe(0);
  });

  it('begins again by itself when another tab has replaced the step', async () => {
    server.refusals = [{ status: 410, json: { code: 'interaction_expired' } }];
    await open().signIn(credentials);
    expect(left).toHaveLength(1);
    expect(server.count('GET /oidc/auth')).toBe(2);
  });

  it('passes a refusal on and stays', async () => {
    server.refusals = [{ status: 401, json: { code: 'incorrect_username_or_password' } }];
    await expect(open().signIn(credentials)).rejects.toMatchObject({
      code: 'incorrect_username_or_password',
    });
    expect(left).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('says when too many have been begun from this address', async () => {
    server.isBusy = true;
    await expect(open().signIn(credentials)).rejects.toMatchObject({
      code: 'rate_limited',
      problem: { retry_after: 40 },
    });
  });

  it('says that there is no connection', async () => {
    server.offline = true;
    const error = await open()
      .signIn(credentials)
      .catch((it: unknown) => it);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0 });
  });
});

describe('a second factor', () => {
  const required = { status: 403, json: { code: 'second_factor_required' } };
  const wrong = {
    status: 422,
    json: { code: 'invalid_fields', errors: [{ path: 'code', code: 'incorrect_code' }] },
  };

  it('is given in the same step, which then leaves', async () => {
    server.refusals = [required, wrong];
    const step = await open().signIn(credentials, '/groups/1');
    expect(left).toEqual([]);
    expect(stored.size).toBe(0);
    await expect(step?.continueWithCode('000000')).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(left).toEqual([]);
    expect(await step?.continueWithCode('123456')).toBeUndefined();
    expect(left).toEqual([`${origin}/oidc/auth/step`]);
    const [password, ...codes] = server.requests.filter(({ name }) => name.startsWith('POST'));
    expect(codes.map(({ name, body }) => [name, body])).toEqual([
      [`${password?.name}/second-factor`, '{"code":"000000"}'],
      [`${password?.name}/second-factor`, '{"code":"123456"}'],
    ]);
    expect(await open().complete(server.callback('code'))).toBe('/groups/1');
  });

  it('is set up first where it is due, and shows its recovery codes before leaving', async () => {
    const setup = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' };
    server.refusals = [
      { status: 403, json: { code: 'second_factor_setup_required' } },
      { status: 200, json: setup },
      { status: 200, json: { redirect_to: '/next', recovery_codes: ['aaaa-bbbb'] } },
    ];
    const step = await open().signIn(credentials);
    expect(step?.setup).toEqual(setup);
    const recovery = await step?.continueWithCode('123456');
    expect(recovery?.codes).toEqual(['aaaa-bbbb']);
    expect(left).toEqual([]);
    await recovery?.goOn();
    expect(left).toEqual(['/next']);
    expect(stored.size).toBe(1);
  });

  const passkeys: Passkeys = {
    can: () => true,
    make: async ({ challenge }) => ({
      id: 'made',
      client_data: String(challenge),
      attestation: 'a',
      transports: [],
    }),
    answer: async ({ challenge }) => ({
      id: 'used',
      client_data: String(challenge),
      authenticator_data: 'a',
      signature: 's',
    }),
  };
  const sentTo = (path: string) =>
    server.requests.filter(({ name }) => name.endsWith(path)).map(({ body }) => JSON.parse(body) as object);

  it('is a passkey, which the browser asks for', async () => {
    server.refusals = [
      { status: 403, json: { code: 'second_factor_required', second_factors: ['passkey'] } },
      { status: 200, json: { challenge: 'abc' } },
      {
        status: 422,
        json: { code: 'invalid_fields', errors: [{ path: 'passkey', code: 'passkey_refused' }] },
      },
      { status: 200, json: { challenge: 'def' } },
    ];
    const step = await open(passkeys).signIn(credentials);
    expect(step).toMatchObject({ app: false });
    await expect(step?.continueWithPasskey?.()).rejects.toMatchObject({ code: 'invalid_fields' });
    expect(await step?.continueWithPasskey?.()).toBeUndefined();
    expect(left).toEqual([`${origin}/oidc/auth/step`]);
    expect(sentTo('/second-factor/passkey')).toMatchObject([
      { passkey: { id: 'used', client_data: 'abc' } },
      { passkey: { id: 'used', client_data: 'def' } },
    ]);
  });

  it('is a passkey that is made first, where one is due', async () => {
    server.refusals = [
      { status: 403, json: { code: 'second_factor_setup_required', second_factors: ['app', 'passkey'] } },
      { status: 200, json: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
      { status: 200, json: { challenge: 'abc' } },
      { status: 200, json: { redirect_to: '/next', recovery_codes: ['aaaa-bbbb'] } },
    ];
    const step = await open(passkeys).signIn(credentials);
    expect((await step?.setUpPasskey?.('Telefon'))?.codes).toEqual(['aaaa-bbbb']);
    expect(sentTo('/passkey/confirm')).toMatchObject([
      { name: 'Telefon', passkey: { id: 'made', client_data: 'abc' } },
    ]);
  });

  it('is no passkey in a browser that knows none', async () => {
    server.refusals = [
      { status: 403, json: { code: 'second_factor_required', second_factors: ['passkey'] } },
    ];
    const step = await open({ ...passkeys, can: () => false }).signIn(credentials);
    expect(step?.continueWithPasskey).toBeUndefined();
    expect(step?.app).toBe(false);
  });

  it('that comes too late, or without a connection, says so', async () => {
    server.refusals = [required, { status: 410, json: { code: 'interaction_expired' } }];
    const step = await open().signIn(credentials);
    await expect(step?.continueWithCode('1')).rejects.toMatchObject({ code: 'interaction_expired' });
    server.offline = true;
    await expect(step?.continueWithCode('1')).rejects.toMatchObject({ status: 0 });
  });
});

describe('signing in over a page', () => {
  it('gets tokens without leaving it, and keeps nothing', async () => {
    expect(await open().signInHere(credentials)).toBeUndefined();
    expect(left).toEqual([]);
    expect(stored.size).toBe(0);
    expect(got[0]?.user.name).toBe('Žiga Čuk');
  });

  it('asks for the second factor where it is due', async () => {
    server.refusals = [{ status: 403, json: { code: 'second_factor_required' } }];
    const step = await open().signInHere(credentials);
    expect(got).toEqual([]);
    await step?.continueWithCode('123456');
    expect(left).toEqual([]);
    expect(got).toHaveLength(1);
  });

  it('passes refusals on', async () => {
    server.refusals = [{ status: 401, json: { code: 'incorrect_username_or_password' } }];
    await expect(open().signInHere(credentials)).rejects.toMatchObject({
      code: 'incorrect_username_or_password',
    });
    server.offline = true;
    await expect(open().signInHere(credentials)).rejects.toMatchObject({ status: 0 });
    expect(got).toEqual([]);
  });
});

describe('a hosted provider', () => {
  it('is left for with a step of its own, and brings back tokens and the wanted path', async () => {
    await open().signInElsewhere('/groups/1');
    const [step] = server.requests;
    expect(step?.name).toBe('GET /oidc/auth');
    expect(left).toEqual(['/api/auth/interactions/step-1/external']);
    expect(wantedBy({ getItem: (key) => stored.get(key) ?? null })).toBe('/groups/1');
    expect(await open().complete(server.callback('code'))).toBe('/groups/1');
    expect(got).toHaveLength(1);
    expect(stored.size).toBe(0);
    expect(wantedBy({ getItem: (key) => stored.get(key) ?? null })).toBeUndefined();
  });

  it('is not left for without a connection', async () => {
    server.offline = true;
    await expect(open().signInElsewhere()).rejects.toMatchObject({ status: 0 });
    expect(left).toEqual([]);
    expect(stored.size).toBe(0);
  });
});

describe('the callback', () => {
  it('of a sign-in that this tab did not begin is refused', async () => {
    await expect(open().complete(server.callback('code'))).rejects.toThrow('began no sign-in');
    expect(server.requests).toEqual([]);
  });

  it('works once', async () => {
    await open().signIn(credentials);
    await open().complete(server.callback('code'));
    await expect(open().complete(server.callback('code'))).rejects.toThrow('began no sign-in');
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'x')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.test')],
    ['no issuer', (url: URL) => url.searchParams.delete('iss')],
  ])('with %s is refused before anything is sent', async (_case, change) => {
    await open().signIn(credentials);
    const before = server.requests.length;
    const url = new URL(server.callback('code'));
    change(url);
    await expect(open().complete(url.href)).rejects.toThrow();
    expect(server.requests).toHaveLength(before);
    expect(got).toEqual([]);
  });

  it.each([
    ['another nonce', { nonce: 'x' }],
    ['another audience', { aud: 'somebody-else' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['an end in the past', { exp: 1 }],
  ])('refuses an ID token with %s', async (_case, claims) => {
    await open().signIn(credentials);
    server.nonce = '';
    const kept = JSON.parse(stored.get('vpisnik.sign-in') ?? '{}') as { nonce: string };
    server.claims = { nonce: kept.nonce, ...claims };
    await expect(open().complete(server.callback('code'))).rejects.toThrow();
    expect(got).toEqual([]);
  });
});
