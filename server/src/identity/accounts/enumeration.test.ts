/**
 * IDENTITY_CONCEAL_ACCOUNTS prevents enumeration: reply and work are the same for every address. Counts the work, because
 * times differ between machines.
 */
import * as argon2 from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import '../../../test/quick-passwords.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';

// the library itself, watched
vi.mock('@node-rs/argon2', { spy: true });

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity({ IDENTITY_CONCEAL_ACCOUNTS: 'true' });
});
afterAll(() => app.close());
beforeEach(() => app.system.query('delete from rate_limits'));
afterEach(() => vi.restoreAllMocks());

const kinds: [kind: string, email: () => Promise<string>][] = [
  ['unknown', async () => `nobody${Math.random()}@test.si`],
  ['of an account', async () => (await app.createAccount()).email],
  ['of an unconfirmed account', async () => (await app.createAccount({ confirmed: false })).email],
  ['of a deactivated account', async () => (await app.createAccount({ active: false })).email],
  [
    'of an unconfirmed account without a password',
    async () => (await app.createAccount({ confirmed: false, withoutPassword: true })).email,
  ],
  ['of a platform ADMIN', async () => (await app.createAccount({ admin: true })).email],
];

type Work = { verified: number; hashed: number; statements: string[] };

/** What a call costs and answers. */
async function observe(path: string, body: object, browser = openBrowser(app.origin)) {
  const work: Work = { verified: 0, hashed: 0, statements: [] };
  vi.mocked(argon2.verify).mockClear();
  vi.mocked(argon2.hash).mockClear();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await browser.post(path, body);
  const text = await answer.text();
  for (const [sent] of query.mock.calls) {
    const statement = typeof sent === 'string' ? sent : (sent as { text: string }).text;
    const beginning = statement.trim().split(/\s+/).slice(0, 4).join(' ');
    // the operator's switches are read anew when they are too old, for any caller
    if (beginning !== 'select notice as texts,') work.statements.push(beginning);
  }
  query.mockRestore();
  work.verified = vi.mocked(argon2.verify).mock.calls.length;
  work.hashed = vi.mocked(argon2.hash).mock.calls.length;
  const said = text === '' ? null : { ...(JSON.parse(text) as object), request_id: 'its own' };
  const headers = [...answer.headers.keys()].filter((name) => name !== 'content-length').sort();
  return { status: answer.status, said, headers, work };
}

const told = ({ status, said, headers }: Awaited<ReturnType<typeof observe>>) => ({ status, said, headers });

describe('signing in with a wrong password', () => {
  async function attempt(email: string) {
    const { browser, uid } = await app.begin();
    return observe(`/api/auth/interactions/${uid}`, { email, password: 'a guess' }, browser);
  }
  /** Begin of the insert into the activity log, which the request doesn't await. */
  const unawaited = 'insert into activity_log (organization_id,';
  const awaited = ({ statements }: Work) => statements.filter((one) => one !== unawaited);

  it.each(kinds)('at an address that is %s', async (_kind, email) => {
    const unknown = await attempt(`unknown${Math.random()}@test.si`);
    const seen = await attempt(await email());
    expect(told(seen)).toEqual(told(unknown));
    expect(seen.said).toMatchObject({ code: 'incorrect_username_or_password' });
    for (const { work } of [seen, unknown]) expect([work.verified, work.hashed]).toEqual([1, 0]);
    expect(awaited(seen.work)).toEqual(awaited(unknown.work));
  });

  it('beyond the limits too', async () => {
    const emails = await Promise.all(kinds.map(([, email]) => email()));
    for (const email of emails)
      for (let at = 0; at < 5; at += 1) expect((await attempt(email)).status).toBe(401);
    await lengthenWaits(app.system);
    for (const email of emails) expect((await attempt(email)).status).toBe(429);
  });
});

describe.each([
  ['asking for a new password', '/api/password-resets'],
  ['asking for the activation link again', '/api/resend-confirmation'],
])('%s', (_what, path) => {
  it.each(kinds)('for an address that is %s', async (_kind, email) => {
    const unknown = await observe(path, { email: `unknown${Math.random()}@test.si` });
    const address = await email();
    const seen = await observe(path, { email: address });
    expect(seen).toEqual(unknown);
    const { rows } = await app.system.query(
      'select account_id, state from account_mails where to_address = $1',
      [address],
    );
    // the worker finds out whose it is
    expect(rows).toEqual([{ account_id: null, state: 'queued' }]);
  });
});

describe('registering', () => {
  const register = (email: string) =>
    observe('/api/sign-up', {
      organization_name: 'Plesna šola Vrtnica',
      name: 'Špela Žnidaršič',
      email,
      password: 'Vpisnik-2026!',
      accept_terms: true,
      language: 'sl',
    });

  it.each(kinds)('with an address that is %s', async (_kind, email) => {
    const unknown = await register(`unknown${Math.random()}@test.si`);
    const address = await email();
    const seen = await register(address);
    expect(told(seen)).toEqual(told(unknown));
    for (const { work } of [seen, unknown]) expect([work.verified, work.hashed]).toEqual([0, 1]);
    const kept = ({ statements }: Work) =>
      statements.map((one) => one.replace(/^(release|rollback to) savepoint/, 'end of savepoint'));
    expect(kept(seen.work)).toEqual(kept(unknown.work));
    const { rows } = await app.system.query('select from account_mails where to_address = $1', [address]);
    expect(rows).toHaveLength(1);
  });
});
