import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { keepKeys } from './key-keeping.ts';
import { changeSigningKeys, loadKeys } from './keys.ts';
import { createSealer, sealedAs } from './seal.ts';
import { inOrder, newSigningKey, rotated, type SigningKey } from './signing-keys.ts';

const DAY = 24 * 3600;
const MINUTE = 60;
const NOW = 1_800_000_000;

describe('signing keys', () => {
  const made = (...ages: number[]) => Promise.all(ages.map((age) => newSigningKey(NOW - age)));
  const signer = (keys: SigningKey[], at = NOW) => inOrder(keys, at)[0]?.kid;

  it('are announced for five minutes before they sign', async () => {
    const keys = await made(100 * DAY, 0);
    expect(signer(keys)).toBe(keys[0]?.kid);
    expect(signer(keys, NOW + 5 * MINUTE - 1)).toBe(keys[0]?.kid);
    expect(signer(keys, NOW + 5 * MINUTE)).toBe(keys[1]?.kid);
    // the very first key signs at once
    expect(signer(await made(0))).toBeDefined();
  });

  it('get a successor after 90 days, and verify for a day after they have signed', async () => {
    expect(await rotated(await made(89 * DAY), { now: NOW })).toBeUndefined();
    const old = await made(91 * DAY);
    const two = (await rotated(old, { now: NOW })) ?? [];
    expect(two.map(({ kid }) => kid)).toEqual([expect.any(String), old[0]?.kid]);
    const stay = (now: number) => rotated(two, { now });
    expect(await stay(NOW + DAY)).toBeUndefined();
    expect((await stay(NOW + DAY + 5 * MINUTE))?.map(({ kid }) => kid)).toEqual([two[0]?.kid]);
  });

  it('of before there was any rotation count as old', async () => {
    const [{ made_at: _, ...key } = {} as SigningKey] = await made(0);
    expect(await rotated([key], { now: NOW })).toHaveLength(2);
  });
});

describe('rotating', () => {
  let app: Awaited<ReturnType<typeof startIdentity>>;
  beforeAll(async () => {
    app = await startIdentity();
  });
  afterAll(() => app.close());

  /** What the announcement of a new key waits for. */
  const passMinutes = (minutes: number) =>
    changeSigningKeys(app.system, app.env.secretKeys, async (keys) =>
      keys.map((key) => ({ ...key, made_at: (key.made_at ?? 0) - minutes * MINUTE })),
    );

  async function renewAt(address: string, refresh_token: string | undefined) {
    const { clientSecret } = await loadKeys(app.system, app.env.secretKeys);
    const answer = await fetch(`${address}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`vpisnik-web:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh_token ?? '' }),
    });
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
    expect(answer.status).toBe(200);
    return { ...tokens, kid: decodeProtectedHeader(tokens.access_token).kid };
  }

  async function whoIs(address: string, token: string) {
    const answer = await fetch(`${address}/whoami`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { accountId?: string; refused?: string };
  }

  it('keeps sign-ins, and processes learn of the new key from one another', async () => {
    const { id, email } = await app.createAccount();
    const { tokens } = await app.signIn(email);
    const first = decodeProtectedHeader(tokens.access_token).kid;

    expect(await keepKeys(app.system, app.env.secretKeys, 'rotate')).toMatchObject({ changed: true });
    await passMinutes(5);
    // a process that starts now signs with the new key; the first one has never heard of it
    const second = await app.start({ publicUrl: app.origin });
    const renewed = await renewAt(second.address, tokens.refresh_token);
    expect(renewed.kid).not.toBe(first);
    for (const token of [tokens.access_token, renewed.access_token])
      for (const address of [app.origin, second.address])
        expect(await whoIs(address, token)).toMatchObject({ accountId: id });

    // and from then on it signs with it too
    expect((await renewAt(app.origin, renewed.refresh_token)).kid).toBe(renewed.kid);
    const published = (await (await fetch(`${app.origin}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
    expect(published.keys.map(({ kid }) => kid)).toEqual([renewed.kid, first]);
    for (const key of published.keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('after a leak refuses tokens of the old keys, also ones accepted before, and keeps sign-ins', async () => {
    const { id, email } = await app.createAccount();
    const { tokens } = await app.signIn(email);
    const fresh = await app.start({ publicUrl: app.origin });
    expect(await whoIs(fresh.address, tokens.access_token)).toMatchObject({ accountId: id });

    await keepKeys(app.system, app.env.secretKeys, 'replace');
    const second = await app.start({ publicUrl: app.origin });
    expect(await whoIs(second.address, tokens.access_token)).toHaveProperty('refused');
    const renewed = await renewAt(second.address, tokens.refresh_token);
    expect(await whoIs(fresh.address, renewed.access_token)).toMatchObject({ accountId: id });
    expect(await whoIs(fresh.address, tokens.access_token)).toHaveProperty('refused');
  });

  it('is done once when several processes find it due', async () => {
    await passMinutes(91 * 24 * 60);
    const all = await Promise.all(Array.from({ length: 4 }, () => keepKeys(app.system, app.env.secretKeys)));
    expect(all.filter(({ changed }) => changed)).toHaveLength(1);
  });
});

describe('another SECRET_KEY', () => {
  it('seals everything anew that the older one sealed, so that it can go', async () => {
    const app = await startIdentity();
    try {
      const old = app.env.secretKeys;
      const fresh = 'another key of at least 32 characters';
      const { id } = await app.createAccount();
      const secret = 'THE2SECRET2OF2AN2APP';
      await app.system.query(
        'insert into second_factors (account_id, sealed, confirmed_at) values ($1, $2, now())',
        [id, createSealer(old).seal(sealedAs.authenticator(id), secret)],
      );
      await app.system.query(
        `insert into oidc_payloads (model, id, payload) values ('ExternalSignOut', 'x', $1)`,
        [{ sealed: createSealer(old).seal(sealedAs.externalIdToken, 'an ID token') }],
      );
      const before = await loadKeys(app.system, old);

      expect(await keepKeys(app.system, [fresh, ...old])).toEqual({ changed: false, resealed: 2, lost: 0 });
      expect(await keepKeys(app.system, [fresh])).toEqual({ changed: false, resealed: 0, lost: 0 });
      expect(await loadKeys(app.system, [fresh])).toEqual(before);
      const { rows } = await app.system.query<{ sealed: string }>('select sealed from second_factors');
      const opened = createSealer([fresh]).open(sealedAs.authenticator(id), rows[0]?.sealed ?? '').text;
      expect(opened).toBe(secret);
      // who removes the older key too early hears of it
      await app.system.query('update second_factors set sealed = $1', [
        createSealer(old).seal(sealedAs.authenticator(id), secret),
      ]);
      expect(await keepKeys(app.system, [fresh])).toMatchObject({ lost: 1 });
    } finally {
      await app.close();
    }
  });
});
