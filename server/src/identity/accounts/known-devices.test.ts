import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { type Browser, openBrowser } from '../../../test/outside/browser.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';
import { issueCode } from './codes.ts';
import { createGuessing } from './guessing.ts';
import { resetPassword } from './password-resets.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});
afterAll(() => app.close());
beforeEach(() => app.system.query('delete from rate_limits'));

/** So many guesses, each from another network. */
async function guessFromEverywhere(email: string, times = 51): Promise<void> {
  const guessing = createGuessing(app.system);
  for (let at = 0; at < times; at += 1)
    await guessing.attempt({ email, address: `10.${at}.0.1`, device: undefined });
}

async function attempt(email: string, sent: object, browser: Browser = openBrowser(app.origin)) {
  const { uid } = await app.begin(browser);
  const answer = await browser.post(`/api/auth/interactions/${uid}`, { email, password, ...sent });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}

const refused = { status: 403, code: 'device_confirmation_required' };

describe('guesses from many addresses', () => {
  it('end in a mailed link, even with the right password', async () => {
    const { id, email } = await app.createAccount();
    await guessFromEverywhere(email);
    expect(await attempt(email, {})).toEqual(refused);
    const { rows } = await app.system.query('select kind from account_mails where to_address = $1', [email]);
    expect(rows).toEqual([{ kind: 'device' }]);

    const device_code = await issueCode(app.system, id, 'device');
    expect(await attempt(email, { device_code, password: 'guess' })).toMatchObject({ status: 401 });
    expect(await attempt(email, { device_code })).toMatchObject({ status: 200 });
    // the link works once
    expect(await attempt(email, { device_code })).toEqual(refused);
  });

  it('take no link of another account', async () => {
    const [victim, thief] = [await app.createAccount(), await app.createAccount()];
    await guessFromEverywhere(victim.email);
    const device_code = await issueCode(app.system, thief.id, 'device');
    expect(await attempt(victim.email, { device_code })).toEqual(refused);
  });

  it('tell nothing about who has an account', async () => {
    await guessFromEverywhere('nobody@test.si');
    expect(await attempt('nobody@test.si', {})).toEqual(refused);
  });

  it('never lock out a browser that the account knows', async () => {
    const { email } = await app.createAccount();
    const known = openBrowser(app.origin);
    expect(await attempt(email, {}, known)).toMatchObject({ status: 200 });
    await guessFromEverywhere(email);
    // nor do those from its own address
    for (let at = 0; at < 8; at += 1) await attempt(email, { password: 'guess' });
    expect(await attempt(email, {}, known)).toMatchObject({ status: 200 });
    expect(await attempt(email, {})).not.toMatchObject({ status: 200 });
  });

  it('are not made from a known browser either', async () => {
    const { email } = await app.createAccount();
    const known = openBrowser(app.origin);
    await attempt(email, {}, known);
    const guess = async () => (await attempt(email, { password: 'guess' }, known)).status;
    for (let at = 0; at < 5; at += 1) expect(await guess()).toBe(401);
    await lengthenWaits(app.system);
    expect(await guess()).toBe(429);
  });
});

it('knows no device any more once the password is reset', async () => {
  const { id, email } = await app.createAccount();
  const known = openBrowser(app.origin);
  expect(await attempt(email, {}, known)).toMatchObject({ status: 200 });
  const reset = 'Drugo-geslo-2026!';
  await resetPassword(app.system, await issueCode(app.system, id, 'password_reset'), reset);
  await guessFromEverywhere(email);
  expect(await attempt(email, { password: reset }, known)).toEqual(refused);
});

it('gives no new guesses to a device by its owner’s signing in', async () => {
  const { email } = await app.createAccount();
  const shared = openBrowser(app.origin);
  expect(await attempt(email, {}, shared)).toMatchObject({ status: 200 });
  const guess = async () => (await attempt(email, { password: 'guess' }, shared)).status;
  for (let at = 0; at < 4; at += 1) expect(await guess()).toBe(401);
  expect(await attempt(email, {}, shared)).toMatchObject({ status: 200 });
  expect(await guess()).toBe(401);
  await lengthenWaits(app.system);
  expect(await guess()).toBe(429);
});

describe('attempts from many networks of one owner', () => {
  const guesses = async (addresses: string[]) => {
    const guessing = createGuessing(app.system);
    let refused = 0;
    for (const [at, address] of addresses.entries())
      if (await guessing.attempt({ email: `nobody${at}@test.si`, address })) refused += 1;
    return refused;
  };
  const hex = (at: number) => at.toString(16);

  it('end for a house that takes another network for each', async () => {
    expect(await guesses(Array.from({ length: 256 }, (_, at) => `2001:db8:1:${hex(at)}::1`))).toBe(0);
    await app.system.query('update rate_limits set hits = 400 where hits = 256');
    await lengthenWaits(app.system);
    expect(await guesses(['2001:db8:1:0::1', '2001:db8:1:ff::1'])).toBe(2);
    expect(await guesses(['2001:db8:2::1', '203.0.113.7'])).toBe(0);
  });
});

it('keeps the cookie from scripts and other sites, and only its hash', async () => {
  const { email } = await app.createAccount();
  const browser = openBrowser(app.origin);
  const { uid } = await app.begin(browser);
  const answer = await browser.post(`/api/auth/interactions/${uid}`, { email, password });
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('vpisnik_device='));
  expect(line).toMatch(/HttpOnly; SameSite=Strict/);
  const token = /=([\w-]{43});/.exec(line ?? '')?.[1] ?? '';
  const { rows } = await app.system.query(`select encode(token_hash, 'escape') as hash from known_devices`);
  expect(JSON.stringify(rows)).not.toContain(token);
});
