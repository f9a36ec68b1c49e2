import * as openid from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { type Browser, locationOf, openBrowser } from '../../../test/outside/browser.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';
import { mintAccessToken } from '../../../test/tokens.ts';
import { until } from '../../../test/until.ts';
import { endSignIns } from '../accounts/accounts.ts';
import { invitePlatformAdmin } from '../accounts/platform-admin.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
let production: { address: string };
beforeAll(async () => {
  identity = await startIdentity();
  production = await identity.start({ publicUrl: identity.origin, mode: 'production' });
});
afterAll(() => identity.close());

type Body = {
  code?: string;
  errors?: { code: string }[];
  redirect_to?: string;
  secret: string;
  uri: string;
  recovery_codes: string[];
};

/** The code of an app, `ahead` time steps from now. */
const appCode = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

async function post(browser: Browser, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await browser.post(path, body, headers);
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body };
}

const step = (flow: { browser: Browser; uid: string }, body: unknown, more = '') =>
  post(flow.browser, `/api/auth/interactions/${flow.uid}/second-factor${more}`, body);

/** API calls of a signed-in account. */
async function caller(id: string) {
  const token = await mintAccessToken(identity.env, identity.system, id);
  const browser = openBrowser(identity.origin);
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path: string, body: unknown) => post(browser, `/api/second-factor${path}`, body, headers),
    get: async () => (await browser.fetch('/api/second-factor', { headers })).json(),
  };
}

async function enrolled() {
  const account = await identity.createAccount();
  const own = await caller(account.id);
  const { body: setup } = await own.post('/setup', { current_password: password });
  const { body } = await own.post('/confirm', { code: appCode(setup.secret) });
  // as if that had been a while ago, so that the present code is still good
  await identity.system.query('update second_factors set last_step = 0 where account_id = $1', [account.id]);
  return { ...account, own, secret: setup.secret, codes: body.recovery_codes };
}

/** Signs in with password and code. */
async function signedIn(email: string, secret: string) {
  const flow = await identity.attempt(email);
  expect((await step(flow, { code: appCode(secret) })).status).toBe(200);
  return flow;
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await identity.system.query<{ kind: string }>(
    'select kind from account_mails where to_address = $1 order by created_at, id',
    [email],
  );
  return rows.map(({ kind }) => kind);
}

async function requireOf(...roles: string[]) {
  await identity.system.query('update organizations set second_factor_roles = $2 where id = $1', [
    identity.organizationId,
    roles,
  ]);
}

test('an app is set up with the password and a code of it, and its secret is kept sealed', async () => {
  const account = await identity.createAccount();
  const own = await caller(account.id);
  expect((await own.post('/setup', { current_password: 'wrong' })).body.errors?.[0]?.code).toBe(
    'incorrect_password',
  );
  const { body: setup } = await own.post('/setup', { current_password: password });
  expect(setup.uri).toContain(encodeURIComponent(account.email));
  expect((await own.post('/confirm', { code: '000000' })).body.errors?.[0]?.code).toBe('incorrect_code');
  expect((await identity.attempt(account.email)).answer.status).toBe(200);

  const { body } = await own.post('/confirm', { code: appCode(setup.secret) });
  expect(new Set(body.recovery_codes).size).toBe(10);
  expect(await own.get()).toEqual({
    enabled: true,
    required: false,
    app: true,
    passkeys: [],
    passkeys_possible: false,
    recovery_codes_left: 10,
  });
  expect((await own.post('/setup', { current_password: password })).status).toBe(409);
  expect((await own.post('/confirm', { code: appCode(setup.secret, 1) })).status).toBe(409);

  const { rows } = await identity.system.query('select * from second_factors where account_id = $1', [
    account.id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(setup.secret);
  const { rows: codes } = await identity.system.query('select code_hash from recovery_codes');
  expect(JSON.stringify(codes)).not.toContain(body.recovery_codes[0]);
});

test('the password alone doesn’t sign in; a code of the app finishes it, once', async () => {
  const { id, email, secret } = await enrolled();
  const flow = await identity.attempt(email);
  expect([flow.answer.status, flow.body.code]).toEqual([403, 'second_factor_required']);
  const code = appCode(secret);
  const { status, body } = await step(flow, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([status, body.recovery_codes]).toEqual([200, undefined]);
  const callback = locationOf(await flow.browser.fetch(body.redirect_to ?? ''));
  const tokens = await openid.authorizationCodeGrant(identity.relyingParty, callback, flow.checks);
  expect(tokens.claims()?.sub).toBe(id);

  const again = await identity.attempt(email);
  expect((await step(again, { code })).body.errors?.[0]?.code).toBe('incorrect_code');
  expect((await step(again, { code: appCode(secret, 1) })).status).toBe(200);
});

test('of two who use one code at once, one gets in', async () => {
  const { email, secret } = await enrolled();
  const flows = [await identity.attempt(email), await identity.attempt(email)];
  const code = appCode(secret);
  const answers = await Promise.all(flows.map((flow) => step(flow, { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('a recovery code gets in once, however it is typed, and new ones replace the old', async () => {
  const { email, codes, own } = await enrolled();
  const code = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
  expect((await step(await identity.attempt(email), { code })).status).toBe(200);
  const again = await identity.attempt(email);
  expect((await step(again, { code })).status).toBe(422);
  expect(await own.get()).toMatchObject({ recovery_codes_left: 9 });

  const { body } = await own.post('/recovery-codes', { current_password: password });
  expect((await step(again, { code: codes[1] })).status).toBe(422);
  expect((await step(again, { code: body.recovery_codes[0] })).status).toBe(200);
});

test('guessing codes is slowed down, in however many browsers', async () => {
  const { email, secret } = await enrolled();
  const known = (await signedIn(email, secret)).browser;
  const guess = async () => step(await identity.attempt(email), { code: '000000' });
  for (let at = 0; at < 5; at += 1) expect((await guess()).status).toBe(422);
  await lengthenWaits(identity.system);
  for (let at = 0; at < 2; at += 1)
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(await mailsTo(email)).toEqual(['app_added', 'codes_guessed']);

  // an attacker with the password doesn't lock out the known browser
  const flow = await identity.attempt(email, password, known);
  expect((await step(flow, { code: '000000' })).status).toBe(422);
  expect((await step(flow, { code: appCode(secret, 1) })).status).toBe(200);
  const { rows } = await identity.system.query(
    `select changes from activity_log where account_id = (select id from accounts where email = $1)
     and action = 'sign_in_failed' order by id`,
    [email],
  );
  expect(rows.map(({ changes }) => changes)).toEqual([
    ...Array.from({ length: 5 }, () => ({ second_factor: true, known_device: false })),
    { second_factor: true, known_device: true },
  ]);
});

test('a browser is known once the second factor was right, not by the password alone', async () => {
  const { email } = await enrolled();
  const { browser } = await identity.attempt(email);
  expect([...browser.cookies.keys()].filter((name) => name.endsWith('device'))).toEqual([]);
});

test('the step belongs only to the browser whose password was right', async () => {
  const { email, secret } = await enrolled();
  const code = appCode(secret);
  const begun = await identity.begin();
  expect((await step(begun, { code })).body.code).toBe('interaction_expired');
  const flow = await identity.attempt(email);
  const stranger = { browser: openBrowser(identity.origin), uid: flow.uid };
  expect((await step(stranger, { code })).body.code).toBe('interaction_expired');
  const forged = await post(
    flow.browser,
    `/api/auth/interactions/${flow.uid}/second-factor`,
    { code },
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  );
  expect(forged.status).toBe(403);
  expect((await step(flow, { code }, '/setup')).status).toBe(409);
  expect((await step(flow, { code })).status).toBe(200);
  expect((await step(flow, { code: appCode(secret, 1) })).body.code).toBe('interaction_expired');
});

test('a step whose sign-ins are ended while its code is checked signs nobody in', async () => {
  const { id, email, secret } = await enrolled();
  const flow = await identity.attempt(email);
  const changing = await identity.system.connect();
  await changing.query('begin');
  const { rows } = await changing.query<{ xid: string }>(
    `update accounts set password_hash = 'another' where id = $1 returning pg_current_xact_id()::xid::text as xid`,
    [id],
  );
  const answering = step(flow, { code: appCode(secret) });
  await until(async () => {
    const waiting = await identity.system.query(
      'select from pg_locks where not granted and transactionid::text = $1',
      [rows[0]?.xid],
    );
    expect(waiting.rowCount).toBe(1);
  }).finally(async () => {
    await endSignIns(changing, id);
    await changing.query('commit');
    changing.release();
  });
  expect((await answering).body.code).toBe('interaction_expired');
  const { headers } = await flow.browser.fetch(`/oidc/auth/${flow.uid}`);
  expect(headers.get('location') ?? '').not.toContain('code=');
});

test('a role that needs one sets it up while signing in, and can’t turn it off', async () => {
  await requireOf('GROUP_EDITOR_USER');
  try {
    const { id, email } = await identity.createAccount({ role: 'GROUP_EDITOR_USER' });
    const flow = await identity.attempt(email);
    expect([flow.answer.status, flow.body.code]).toEqual([403, 'second_factor_setup_required']);
    const { body: setup } = await step(flow, {}, '/setup');
    expect((await step(flow, { code: '000000' })).status).toBe(422);
    const { body } = await step(flow, { code: appCode(setup.secret) });
    expect(body.redirect_to).toBeTruthy();
    expect(body.recovery_codes).toHaveLength(10);
    const own = await caller(id);
    const removal = { current_password: password };
    expect((await own.post('/removal', removal)).body.code).toBe('second_factor_needed');
    expect(await own.get()).toMatchObject({ enabled: true, required: true, recovery_codes_left: 10 });

    const other = await identity.createAccount({ role: 'GROUP_VIEWER_USER' });
    expect((await identity.attempt(other.email)).answer.status).toBe(200);
  } finally {
    await requireOf();
  }
});

test('who may turns it off, with the password', async () => {
  const { email, own } = await enrolled();
  expect((await own.post('/removal', { current_password: 'wrong' })).status).toBe(422);
  expect((await own.post('/removal', { current_password: password })).status).toBe(204);
  expect(await own.get()).toMatchObject({ enabled: false, required: false, recovery_codes_left: 0 });
  expect((await own.post('/removal', { current_password: password })).status).toBe(409);
  expect((await identity.attempt(email)).answer.status).toBe(200);
});

test('a platform ADMIN needs one in production', async () => {
  const { email } = await identity.createAccount({ admin: true });
  expect((await identity.attempt(email)).answer.status).toBe(200);
  const { browser, uid } = await identity.begin();
  const answer = await post(browser, `${production.address}/api/auth/interactions/${uid}`, {
    email,
    password,
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'second_factor_setup_required']);
});

test('the operator recovers a platform ADMIN who lost all factors', async () => {
  const { id, email } = await identity.createAccount({ admin: true });
  const own = await caller(id);
  const { body: setup } = await own.post('/setup', { current_password: password });
  await own.post('/confirm', { code: appCode(setup.secret) });
  expect((await identity.attempt(email)).body.code).toBe('second_factor_required');
  expect(await invitePlatformAdmin(identity.system, identity.origin, email)).toMatchObject({
    factorReset: true,
  });
  expect(await own.get()).toMatchObject({ enabled: false, required: false, recovery_codes_left: 0 });
  expect(await mailsTo(email)).toEqual(['app_added', 'second_factor_reset']);
  expect(await invitePlatformAdmin(identity.system, identity.origin, email)).toMatchObject({
    factorReset: false,
  });
});

test('the trail tells of every change, and the owner by mail', async () => {
  const { id, email, own, codes } = await enrolled();
  await step(await identity.attempt(email), { code: codes[0] });
  await own.post('/recovery-codes', { current_password: password });
  await own.post('/removal', { current_password: password });
  const { rows } = await identity.system.query<{ action: string }>(
    `select action from activity_log where account_id = $1 and action ~ 'factor|recovery' order by id`,
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'second_factor_enabled',
    'recovery_code_used',
    'recovery_codes_renewed',
    'second_factor_disabled',
  ]);
  expect(await mailsTo(email)).toEqual([
    'app_added',
    'recovery_code_used',
    'recovery_codes_renewed',
    'app_removed',
  ]);
});
