/** Passkeys after the password, and everything that must not get in instead. */
import * as openid from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { password, startIdentity } from '../../../test/identity-app.ts';
import { createAuthenticator, type Flaws } from '../../../test/outside/authenticator.ts';
import { type Browser, locationOf, openBrowser } from '../../../test/outside/browser.ts';
import { mintAccessToken } from '../../../test/tokens.ts';

let identity: Awaited<ReturnType<typeof startIdentity>>;
beforeAll(async () => {
  identity = await startIdentity({}, 'localhost');
});
afterAll(() => identity.close());
beforeEach(() => identity.system.query('delete from rate_limits'));

type Options = { challenge: string; rp: { id: string }; rpId: string; allowCredentials?: { id: string }[] };
type Body = {
  code?: string;
  errors?: { path: string; code: string }[];
  options: Options;
  passkeys: { id: string; name: string; used_at: string | null }[];
  recovery_codes: string[];
  redirect_to?: string;
  second_factors?: string[];
  secret: string;
} & Options;
type Flow = Awaited<ReturnType<typeof identity.attempt>>;

async function post(browser: Browser, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await browser.post(path, body, headers);
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body };
}

const step = (flow: Pick<Flow, 'browser' | 'uid'>, path: string, body: unknown = {}) =>
  post(flow.browser, `/api/auth/interactions/${flow.uid}/second-factor${path}`, body);

/** API calls of an account with a new sign-in. */
async function caller({ id, email }: { id: string; email: string }) {
  const token = await mintAccessToken(identity.env, identity.system, id);
  const browser = openBrowser(identity.origin);
  const headers = { authorization: `Bearer ${token}` };
  const call = (path: string, body: unknown) => post(browser, `/api/second-factor${path}`, body, headers);
  return {
    id,
    email,
    post: call,
    async patch(path: string, body: unknown) {
      const answer = await browser.fetch(`/api/second-factor${path}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Body };
    },
    get: async () => (await (await browser.fetch('/api/second-factor', { headers })).json()) as Body,
    begin: async () => (await call('/passkeys/setup', { current_password: password })).body.options,
  };
}

/** A new account with a passkey. */
async function enrolled(flaws: Flaws = {}) {
  const own = await caller(await identity.createAccount());
  const key = createAuthenticator(identity.origin);
  const passkey = key.create(await own.begin(), flaws);
  const { body } = await own.post('/passkeys', { name: 'Telefon', passkey });
  return { ...own, key, passkey, codes: body.recovery_codes };
}

/** Gives the password; answers with the passkey's challenge. */
async function asked(email: string) {
  const flow = await identity.attempt(email);
  return { ...flow, options: (await step(flow, '/passkey/challenge')).body };
}

async function requireOf(...roles: string[]) {
  await identity.system.query('update organizations set second_factor_roles = $2 where id = $1', [
    identity.organizationId,
    roles,
  ]);
}

async function mailsTo(email: string) {
  const { rows } = await identity.system.query<{ kind: string; data: object }>(
    'select kind, data from account_mails where to_address = $1 order by created_at, id',
    [email],
  );
  return rows;
}

async function trailOf(id: string): Promise<string[]> {
  const { rows } = await identity.system.query<{ action: string }>(
    `select action from activity_log where account_id = $1 order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
}

const refused = { status: 422, body: { errors: [{ path: 'passkey', code: 'passkey_refused' }] } };

describe('a passkey', () => {
  test('is made with the password, brings recovery codes as the first factor, and signs in', async () => {
    const own = await caller(await identity.createAccount());
    const wrong = await own.post('/passkeys/setup', { current_password: 'wrong' });
    expect(wrong.body.errors).toEqual([{ path: 'current_password', code: 'incorrect_password' }]);
    const options = await own.begin();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Vpisnik' },
      user: { name: own.email },
      attestation: 'none',
      excludeCredentials: [],
    });
    const key = createAuthenticator(identity.origin);
    const added = await own.post('/passkeys', { name: ' Telefon ', passkey: key.create(options) });
    expect(added.status).toBe(200);
    expect(new Set(added.body.recovery_codes).size).toBe(10);
    expect(await own.get()).toMatchObject({
      enabled: true,
      app: false,
      passkeys_possible: true,
      passkeys: [{ name: 'Telefon', used_at: null }],
      recovery_codes_left: 10,
    });

    const flow = await identity.attempt(own.email);
    expect(flow.body).toMatchObject({ code: 'second_factor_required', second_factors: ['passkey'] });
    const { body: challenge } = await step(flow, '/passkey/challenge');
    expect(challenge).toMatchObject({ rpId: 'localhost', allowCredentials: [{ transports: ['usb'] }] });
    const { status, body } = await step(flow, '/passkey', { passkey: key.get(challenge) });
    expect(status).toBe(200);
    const callback = locationOf(await flow.browser.fetch(body.redirect_to ?? ''));
    const tokens = await openid.authorizationCodeGrant(identity.relyingParty, callback, flow.checks);
    expect(tokens.claims()).toMatchObject({ sub: own.id });
    expect((await own.get()).passkeys[0]?.used_at).toMatch(/Z$/);
  });

  test('is called something else by its owner alone, with the password, and the trail says so', async () => {
    const own = await enrolled();
    const id = (await own.get()).passkeys[0]?.id ?? '';
    const other = await enrolled();
    const name = (given: object) => own.patch(`/passkeys/${id}`, { current_password: password, ...given });
    expect((await name({ name: 'Prenosnik', current_password: 'wrong' })).body.errors).toEqual([
      { path: 'current_password', code: 'incorrect_password' },
    ]);
    expect((await name({ name: ' ' })).body.errors).toEqual([{ path: 'name', code: 'required' }]);
    const foreign = { name: 'Moj', current_password: password };
    expect((await other.patch(`/passkeys/${id}`, foreign)).status).toBe(404);
    for (const _ of [1, 2]) expect((await name({ name: ' Prenosnik ' })).status).toBe(204);
    expect((await own.get()).passkeys).toMatchObject([{ id, name: 'Prenosnik' }]);
    const { rows } = await identity.system.query(
      `select changes from activity_log where account_id = $1 and action = 'passkey_renamed'`,
      [own.id],
    );
    expect(rows).toEqual([{ changes: { from: 'Telefon', to: 'Prenosnik' } }]);
  });

  test('stands beside others and the app, each by its name; one set of recovery codes stands in for all', async () => {
    const own = await enrolled();
    const second = createAuthenticator(identity.origin);
    const options = await own.begin();
    expect(options).toMatchObject({ excludeCredentials: [{ id: own.passkey.id }] });
    const added = await own.post('/passkeys', { name: 'Ključek', passkey: second.create(options) });
    expect(added.body.recovery_codes).toEqual([]);
    const { body: setup } = await own.post('/setup', { current_password: password });
    const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate();
    expect((await own.post('/confirm', { code })).body.recovery_codes).toEqual([]);
    expect(await own.get()).toMatchObject({
      app: true,
      passkeys: [{ name: 'Telefon' }, { name: 'Ključek' }],
      recovery_codes_left: 10,
    });

    const flow = await asked(own.email);
    expect(flow.body).toMatchObject({ second_factors: ['app', 'passkey'] });
    expect((await step(flow, '/passkey', { passkey: second.get(flow.options) })).status).toBe(200);
    const again = await identity.attempt(own.email);
    expect((await step(again, '', { code: own.codes[0] })).status).toBe(200);
  });

  test('needs no user verification, since the password was the other factor, but user presence', async () => {
    const own = await enrolled({ verified: false });
    const flow = await asked(own.email);
    expect(flow.options).toMatchObject({ userVerification: 'preferred' });
    expect(
      await step(flow, '/passkey', { passkey: own.key.get(flow.options, { present: false }) }),
    ).toMatchObject(refused);
    const { body } = await step(flow, '/passkey/challenge');
    expect((await step(flow, '/passkey', { passkey: own.key.get(body) })).status).toBe(200);
  });

  test('is removed with the password, and is told about', async () => {
    const own = await enrolled();
    const [passkey] = (await own.get()).passkeys;
    const path = `/passkeys/${passkey?.id}/removal`;
    expect((await own.post(path, { current_password: 'wrong' })).status).toBe(422);
    const stranger = await enrolled();
    expect((await stranger.post(path, { current_password: password })).status).toBe(404);
    expect((await own.post(path, { current_password: password })).status).toBe(204);
    expect(await own.get()).toMatchObject({ enabled: false, passkeys: [], recovery_codes_left: 0 });
    expect((await identity.attempt(own.email)).answer.status).toBe(200);
    expect(await trailOf(own.id)).toEqual(['passkey_added', 'passkey_removed']);
    expect(await mailsTo(own.email)).toEqual([
      { kind: 'passkey_added', data: { passkey: 'Telefon' } },
      { kind: 'passkey_removed', data: { passkey: 'Telefon' } },
    ]);
  });

  test('that is the last factor stays where the role needs one', async () => {
    const own = await enrolled();
    await requireOf('GROUP_ADMIN');
    try {
      const [passkey] = (await own.get()).passkeys;
      const removal = await own.post(`/passkeys/${passkey?.id}/removal`, { current_password: password });
      expect([removal.status, removal.body.code]).toEqual([409, 'second_factor_needed']);
      expect((await own.get()).passkeys).toHaveLength(1);
      const second = createAuthenticator(identity.origin).create(await own.begin());
      await own.post('/passkeys', { name: 'Ključek', passkey: second });
      const { passkeys } = await own.get();
      const removals = await Promise.all(
        passkeys.map(({ id }) => own.post(`/passkeys/${id}/removal`, { current_password: password })),
      );
      expect(removals.map(({ status }) => status).sort()).toEqual([204, 409]);
    } finally {
      await requireOf();
    }
  });

  test('is made while signing in by who must have a factor and has none', async () => {
    await requireOf('GROUP_ADMIN');
    try {
      const { id, email } = await identity.createAccount();
      const flow = await identity.attempt(email);
      expect(flow.body).toMatchObject({
        code: 'second_factor_setup_required',
        second_factors: ['app', 'passkey'],
      });
      const { body: options } = await step(flow, '/passkey/setup');
      const key = createAuthenticator(identity.origin);
      const made = { name: 'Telefon', passkey: key.create(options) };
      const { body } = await step(flow, '/passkey/confirm', made);
      expect(body.recovery_codes).toHaveLength(10);
      expect(body.redirect_to).toBeTruthy();
      expect((await (await caller({ id, email })).get()).passkeys).toHaveLength(1);
      const next = await asked(email);
      expect((await step(next, '/passkey', { passkey: key.get(next.options) })).status).toBe(200);
    } finally {
      await requireOf();
    }
  });
});

describe('a wrong answer to the challenge', () => {
  const flaws: [what: string, flaws: Flaws][] = [
    ['comes from another site', { origin: 'https://evil.test' }],
    ['comes from another port', { origin: 'http://localhost:1' }],
    ['is bound to another name', { rpId: 'evil.test' }],
    ['signs another challenge', { challenge: Buffer.from('another').toString('base64url') }],
    ['was made for another purpose', { type: 'webauthn.create' }],
    ['has a signature of somebody else', { signature: Buffer.alloc(70, 1) }],
  ];

  test.each(flaws)('%s is refused, and uses up the challenge', async (_what, flaw) => {
    const { email, key } = await enrolled();
    const flow = await asked(email);
    expect(await step(flow, '/passkey', { passkey: key.get(flow.options, flaw) })).toMatchObject(refused);
    expect(await step(flow, '/passkey', { passkey: key.get(flow.options) })).toMatchObject(refused);
    const { body } = await step(flow, '/passkey/challenge');
    expect((await step(flow, '/passkey', { passkey: key.get(body) })).status).toBe(200);
  });

  test.each(flaws.filter(([, { signature }]) => !signature))('%s adds no passkey', async (_what, flaw) => {
    const own = await caller(await identity.createAccount());
    const made = { ...flaw, ...(flaw.type && { type: 'webauthn.get' }) };
    const passkey = createAuthenticator(identity.origin).create(await own.begin(), made);
    expect(await own.post('/passkeys', { name: 'Telefon', passkey })).toMatchObject(refused);
    expect(await own.get()).toMatchObject({ enabled: false, passkeys: [] });
  });

  test('is played again', async () => {
    const { email, key } = await enrolled();
    const flow = await asked(email);
    const passkey = key.get(flow.options);
    expect((await step(flow, '/passkey', { passkey })).status).toBe(200);
    const next = await asked(email);
    expect(await step(next, '/passkey', { passkey })).toMatchObject(refused);
  });

  test('is sent twice at once', async () => {
    const { email, key } = await enrolled();
    const flow = await asked(email);
    const passkey = key.get(flow.options);
    const answers = await Promise.all([1, 2, 3].map(() => step(flow, '/passkey', { passkey })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('answers the challenge of another step, or of another account', async () => {
    const victim = await enrolled();
    const thief = await enrolled();
    const mine = await asked(thief.email);
    const theirs = await asked(victim.email);
    const other = await asked(victim.email);
    expect(await step(theirs, '/passkey', { passkey: thief.key.get(theirs.options) })).toMatchObject(refused);
    expect(await step(other, '/passkey', { passkey: victim.key.get(mine.options) })).toMatchObject(refused);
    // a challenge of one browser can't be answered in another
    const fresh = await asked(victim.email);
    const stranger = { browser: openBrowser(identity.origin), uid: fresh.uid };
    const stolen = await step(stranger, '/passkey', { passkey: victim.key.get(fresh.options) });
    expect(stolen.body.code).toBe('interaction_expired');
  });

  test('comes too late', async () => {
    const { email, key } = await enrolled();
    const flow = await asked(email);
    await identity.system.query(
      `update oidc_payloads set expires_at = now() - interval '1 second' where model = 'PasskeyUse'`,
    );
    expect(await step(flow, '/passkey', { passkey: key.get(flow.options) })).toMatchObject(refused);
  });

  test('has counted back or not on: a copy, of which the owner learns', async () => {
    const own = await enrolled({ counter: 7 });
    for (const counter of [7, 6, 0]) {
      const flow = await asked(own.email);
      const passkey = own.key.get(flow.options, { counter });
      expect(await step(flow, '/passkey', { passkey })).toMatchObject(refused);
    }
    const flow = await asked(own.email);
    const passkey = own.key.get(flow.options, { counter: 8 });
    expect((await step(flow, '/passkey', { passkey })).status).toBe(200);
    expect(await trailOf(own.id)).toEqual(['passkey_added', ...Array(3).fill('passkey_refused')]);
    expect((await mailsTo(own.email)).map(({ kind }) => kind).slice(1)).toEqual(
      Array(3).fill('passkey_refused'),
    );
  });

  test('never counts, as synced passkeys don’t: that is no copy', async () => {
    const { email, key } = await enrolled({ counter: 0 });
    for (let at = 0; at < 2; at += 1) {
      const flow = await asked(email);
      const passkey = key.get(flow.options, { counter: 0 });
      expect((await step(flow, '/passkey', { passkey })).status).toBe(200);
    }
  });

  test.each([
    ['of bytes that are no CBOR', { attestation: 'AAAA' }],
    ['without client data', { client_data: 'e30' }],
    ['under another id', { id: 'AAAA' }],
  ])('is a passkey %s', async (_what, wrong) => {
    const own = await caller(await identity.createAccount());
    const passkey = { ...createAuthenticator(identity.origin).create(await own.begin()), ...wrong };
    expect(await own.post('/passkeys', { name: 'Telefon', passkey })).toMatchObject(refused);
  });

  test('brings certificates, which would have us fetch addresses', async () => {
    const own = await caller(await identity.createAccount());
    const attStmt = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(100)]],
    ]);
    const options = await own.begin();
    const key = createAuthenticator(identity.origin);
    for (const fmt of ['packed', 'apple', 'android-key']) {
      const passkey = key.create(options, {}, { fmt, attStmt });
      expect(await own.post('/passkeys', { name: 'Telefon', passkey })).toMatchObject(refused);
    }
  });
});

describe('half signed in', () => {
  test('can’t set up a factor beside an existing one', async () => {
    const { email } = await enrolled();
    const flow = await identity.attempt(email);
    expect((await step(flow, '/setup')).body.code).toBe('conflict');
    expect((await step(flow, '/passkey/setup')).body.code).toBe('conflict');
    const { options } = await asked(email);
    const forSetup = { ...options, rp: { id: options.rpId } };
    const passkey = createAuthenticator(identity.origin).create(forSetup);
    expect(await step(flow, '/passkey/confirm', { name: 'Moj', passkey })).toMatchObject(refused);
    expect((await step(flow, '', { code: '000000' })).status).toBe(422);
  });

  test('a set-up that was begun is worth nothing once the owner has a factor', async () => {
    await requireOf('GROUP_ADMIN');
    try {
      const own = await caller(await identity.createAccount());
      const flow = await identity.attempt(own.email);
      const { body: setup } = await step(flow, '/setup');
      const { body: options } = await step(flow, '/passkey/setup');
      const mine = createAuthenticator(identity.origin).create(await own.begin());
      expect((await own.post('/passkeys', { name: 'Telefon', passkey: mine })).status).toBe(200);

      const code = new TOTP({ secret: Secret.fromBase32(setup.secret) }).generate();
      expect((await step(flow, '', { code })).status).toBe(422);
      const theirs = createAuthenticator(identity.origin).create(options);
      const late = await step(flow, '/passkey/confirm', { name: 'Moj', passkey: theirs });
      expect(late.body.code).toBe('conflict');
      expect(await own.get()).toMatchObject({ app: false, passkeys: [{ name: 'Telefon' }] });
    } finally {
      await requireOf();
    }
  });

  test('without the password in this step there is nothing to ask or to answer', async () => {
    const { key } = await enrolled();
    const begun = await identity.begin();
    for (const path of ['/passkey/challenge', '/passkey/setup', '/setup'])
      expect((await step(begun, path)).body.code).toBe('interaction_expired');
    const passkey = key.get({ challenge: 'AAAA', rpId: 'localhost' });
    expect((await step(begun, '/passkey', { passkey })).body.code).toBe('interaction_expired');
  });

  test('who changed the password has ended every step that waits', async () => {
    const own = await enrolled();
    const flow = await asked(own.email);
    await identity.system.query(`delete from oidc_payloads where payload ->> 'accountId' = $1`, [own.id]);
    const answer = await step(flow, '/passkey', { passkey: own.key.get(flow.options) });
    expect(answer.body.code).toBe('interaction_expired');
  });
});

test('a key that is registered already is added to no second account', async () => {
  const first = await enrolled();
  const other = await caller(await identity.createAccount());
  const passkey = first.key.create(await other.begin());
  expect(await other.post('/passkeys', { name: 'Isti', passkey })).toMatchObject(refused);
});

test('at a bare IP address no passkeys are offered', async () => {
  const bare = await identity.start({ publicUrl: 'http://127.0.0.1:1' });
  const own = await identity.createAccount();
  const token = await mintAccessToken(bare.env, identity.system, own.id);
  const headers = { authorization: `Bearer ${token}` };
  const state = await (await fetch(`${bare.address}/api/second-factor`, { headers })).json();
  expect(state).toMatchObject({ passkeys_possible: false });
});
