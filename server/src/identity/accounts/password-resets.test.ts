import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIdentity } from '../../../test/identity-app.ts';
import { openBrowser } from '../../../test/outside/browser.ts';
import { purgeExpiredIdentity } from '../purge.ts';
import { issueCode } from './codes.ts';

let app: Awaited<ReturnType<typeof startIdentity>>;

beforeAll(async () => {
  app = await startIdentity();
});

afterAll(() => app.close());

const newPassword = 'Novo-geslo-1';

async function confirm(code: string, new_password = newPassword) {
  const answer = await openBrowser(app.origin).post('/api/password-resets/confirm', { code, new_password });
  return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() };
}

async function withCode(options: Parameters<typeof app.createAccount>[0] = {}) {
  const account = await app.createAccount(options);
  return { ...account, code: await issueCode(app.system, account.id, 'password_reset', 3600) };
}

describe('setting a password with a link', () => {
  it('works once, confirms the address and ends all sign-ins', async () => {
    const before = await app.createAccount();
    const { browser } = await app.signIn(before.email);
    const code = await issueCode(app.system, before.id, 'password_reset', 3600);
    await app.system.query('update accounts set confirmed_at = null where id = $1', [before.id]);

    expect((await confirm(code)).status).toBe(204);
    expect(await confirm(code)).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    expect((await app.attempt(before.email, newPassword)).answer.status).toBe(200);
    const { stop } = await app.begin(browser, { prompt: 'none' });
    expect(stop.searchParams.get('error')).toBe('login_required');
  });

  it('lets one of parallel uses win', async () => {
    const { code } = await withCode();
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
  });

  it('tells each missing part of the rule, and keeps the link good', async () => {
    const { code } = await withCode();
    expect(await confirm(code, 'geslo')).toMatchObject({
      status: 422,
      body: {
        errors: ['password_length', 'password_uppercase', 'password_digit', 'password_symbol'].map((one) => ({
          path: 'new_password',
          code: one,
        })),
      },
    });
    expect((await confirm(code)).status).toBe(204);
  });

  it('refuses an unknown code, one of another purpose, an expired one and a voided one', async () => {
    expect(await confirm('x')).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    const { id, code } = await withCode();
    const activation = await issueCode(app.system, id, 'activation', 3600);
    expect(await confirm(activation)).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    await issueCode(app.system, id, 'password_reset', 3600);
    expect(await confirm(code)).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    const expired = await issueCode(app.system, id, 'password_reset', -1);
    expect(await confirm(expired)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
  });

  it('refuses forgery', async () => {
    const { code } = await withCode();
    const headers = { origin: 'https://evil.test' };
    const sent = { code, new_password: newPassword };
    const answer = await openBrowser(app.origin).post('/api/password-resets/confirm', sent, headers);
    expect(answer.status).toBe(403);
  });

  it('keeps only the hash of a code', async () => {
    const { code } = await withCode();
    const { rows } = await app.system.query(
      `select id, encode(code_hash, 'escape') as hash from account_codes`,
    );
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

it('forgets what has expired', async () => {
  const { id } = await withCode();
  await app.begin();
  await app.system.query(`update oidc_payloads set expires_at = now() - interval '1 second'`);
  await app.system.query(
    `update account_codes set expires_at = now() - interval '31 days' where account_id = $1`,
    [id],
  );
  await purgeExpiredIdentity(app.system);
  const { rows } = await app.system.query(
    `select (select count(*) from oidc_payloads)
      + (select count(*) from account_codes where account_id = $1) as left`,
    [id],
  );
  expect(Number(rows[0].left)).toBe(0);
});
