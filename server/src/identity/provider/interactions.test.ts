import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});

beforeEach(async () => {
  await app.system.query('delete from rate_limits');
});

afterAll(() => app.close());

describe('the sign-in step', () => {
  it.each([
    ['a wrong password', {}, 'Vpisnik-2025!', 401, 'incorrect_username_or_password'],
    ['an unconfirmed account', { confirmed: false }, password, 403, 'user_not_confirmed'],
    [
      'an unconfirmed account and a wrong password',
      { confirmed: false },
      'x',
      401,
      'incorrect_username_or_password',
    ],
    ['a deactivated account', { active: false }, password, 401, 'account_inactive'],
    [
      'an account without a password',
      { withoutPassword: true },
      password,
      401,
      'incorrect_username_or_password',
    ],
  ])('refuses %s', async (_case, options, given, status, code) => {
    const { email } = await app.createAccount(options);
    const { answer, body } = await app.attempt(email, given);
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('says that no account has this address', async () => {
    const { answer, body } = await app.attempt('nobody@test.si');
    expect([answer.status, body.code]).toEqual([401, 'user_not_found']);
  });

  it('conceals that no account has this address if configured', async () => {
    const concealing = await app.start({ publicUrl: app.origin, identityConcealAccounts: true });
    const flow = await app.begin();
    const url = `${concealing.address}/api/auth/interactions/${flow.uid}`;
    const answer = await flow.browser.post(url, { email: 'nobody@test.si', password });
    expect(await answer.json()).toMatchObject({ status: 401, code: 'incorrect_username_or_password' });
  });

  it('knows the address in whatever case it is typed', async () => {
    const { email } = await app.createAccount();
    const { answer } = await app.attempt(` ${email.toUpperCase()} `);
    expect(answer.status).toBe(200);
  });

  it('takes a password typed with composed or separate accents', async () => {
    const { email, id } = await app.createAccount();
    const { hashPassword } = await import('../accounts/passwords.ts');
    const hash = await hashPassword('Čebela-2026!'.normalize('NFC'), 'known');
    await app.system.query('update accounts set password_hash = $2 where id = $1', [id, hash]);
    const { answer } = await app.attempt(email, 'Čebela-2026!'.normalize('NFD'));
    expect(answer.status).toBe(200);
  });

  it.each([
    ['no field', {}, ['email', 'password']],
    ['no address', { email: 'not an address', password }, ['email']],
    ['an unknown field', { email: 'a@test.si', password, role: 'ADMIN' }, ['role']],
    ['a password that is too long', { email: 'a@test.si', password: 'x'.repeat(201) }, ['password']],
    ['a password that is no text', { email: 'a@test.si', password: ['x'] }, ['password']],
  ])('refuses %s', async (_case, sent, paths) => {
    const { browser, uid } = await app.begin();
    const answer = await browser.post(`/api/auth/interactions/${uid}`, sent);
    const body = (await answer.json()) as { code: string; errors: { path: string }[] };
    expect(answer.status).toBe(422);
    expect(body.errors.map(({ path }) => path)).toEqual(paths);
  });
});

describe('forgery', () => {
  it.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['no origin', { origin: '' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s', async (_case, headers) => {
    const { email } = await app.createAccount();
    const { browser, uid } = await app.begin();
    const answer = await browser.post(`/api/auth/interactions/${uid}`, { email, password }, headers);
    expect(await answer.json()).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('is refused as a form', async () => {
    const { browser, uid } = await app.begin();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await browser.post(`/api/auth/interactions/${uid}`, {}, headers);
    expect(answer.status).toBe(415);
  });

  it('cannot continue a step that another browser began', async () => {
    const { email } = await app.createAccount();
    const { uid } = await app.begin();
    const stranger = openBrowser(app.origin);
    const sent = { email, password };
    const withoutCookie = await stranger.post(`/api/auth/interactions/${uid}`, sent);
    expect(await withoutCookie.json()).toMatchObject({ status: 410, code: 'interaction_expired' });
    await app.begin(stranger);
    const withItsOwn = await stranger.post(`/api/auth/interactions/${uid}`, sent);
    expect(await withItsOwn.json()).toMatchObject({ status: 410, code: 'interaction_expired' });
  });

  it('cannot continue a step that has expired', async () => {
    const { email } = await app.createAccount();
    const { browser, uid } = await app.begin();
    await app.system.query(`update oidc_payloads set expires_at = now() where model = 'Interaction'`);
    const answer = await browser.post(`/api/auth/interactions/${uid}`, { email, password });
    expect(answer.status).toBe(410);
  });
});

describe('guessing', () => {
  it('must wait after five failures, also when all come at once', async () => {
    const { email } = await app.createAccount();
    const flow = await app.begin();
    const path = `/api/auth/interactions/${flow.uid}`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => flow.browser.post(path, { email, password: 'guess' })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]?.json()).toMatchObject({ code: 'rate_limited', retry_after: 1 });
  });

  it('waits twice as long each time, up to a quarter of an hour', async () => {
    const { email } = await app.createAccount();
    await app.attempt(email, 'guess');
    for (const [hits, seconds] of [
      [8, 8],
      [9, 16],
      [30, 900],
    ]) {
      await app.system.query(`update rate_limits set hits = $1, expires_at = now() + interval '1 hour'`, [
        hits,
      ]);
      const { answer } = await app.attempt(email);
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, seconds]);
    }
  });

  it('does not keep others waiting, and passes with time, not with a success', async () => {
    const victim = await app.createAccount();
    const other = await app.createAccount();
    for (let i = 0; i < 5; i += 1) await app.attempt(victim.email, 'guess');
    await lengthenWaits(app.system);
    expect((await app.attempt(victim.email)).answer.status).toBe(429);
    expect((await app.attempt(other.email)).answer.status).toBe(200);
    // the wait passes
    await app.system.query(`update rate_limits set expires_at = expires_at - interval '20 minutes'`);
    expect((await app.attempt(victim.email)).answer.status).toBe(200);
    expect((await app.attempt(victim.email, 'guess')).answer.status).toBe(429);
    await app.system.query(`update rate_limits set expires_at = now() - interval '1 second'`);
    expect((await app.attempt(victim.email, 'guess')).answer.status).toBe(401);
  });

  it('of many accounts from one address must wait too', async () => {
    await app.attempt('nobody@test.si', 'guess');
    await app.system.query('update rate_limits set hits = 200');
    const { answer } = await app.attempt('somebody@test.si', 'guess');
    expect(answer.status).toBe(429);
  });

  it('doesn’t count successful sign-ins against the others of an office', async () => {
    await app.system.query('delete from rate_limits');
    const { email } = await app.createAccount();
    expect((await app.attempt(email)).answer.status).toBe(200);
    expect((await app.attempt(email)).answer.status).toBe(200);
    const { rows } = await app.system.query(`select hits from rate_limits where key like 'sign-in:%'`);
    // the account from the address and from everywhere, and the address
    expect(rows).toEqual([{ hits: 0 }, { hits: 0 }, { hits: 0 }]);
  });

  it('keeps neither addresses nor e-mails', async () => {
    const { email } = await app.createAccount();
    await app.attempt(email, 'guess');
    const { rows } = await app.system.query('select * from rate_limits');
    // beside the guess: that a sign-in was begun
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/test\.si|127\.0\.0\.1/);
  });
});
