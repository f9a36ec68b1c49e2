import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { processingVersion, termsVersion } from '@vpisnik/contract/rules/legal';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { codeIn } from '../../../test/outside/mailed-code.ts';
import { lengthenWaits } from '../../../test/product/longer-waits.ts';
import { issueCode } from '../../identity/accounts/codes.ts';
import { verifyPassword } from '../../identity/accounts/passwords.ts';
import { purgeExpiredIdentity } from '../../identity/purge.ts';

// fixed days: they are past, and stay so

let app: TestApp;
let concealing: TestApp;
let count = 0;

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
  concealing = await createTestApp({ mailbox: true, variables: { IDENTITY_CONCEAL_ACCOUNTS: 'true' } });
});
afterAll(() => Promise.all([app.close(), concealing.close()]));
beforeEach(() => Promise.all([app, concealing].map(({ owner }) => owner.query('delete from rate_limits'))));

const form = (given: object = {}) => {
  count += 1;
  return {
    organization_name: 'Plesna šola Vrtnica',
    name: 'Špela Žnidaršič',
    email: `register${count}@example.com`,
    password: 'Vpisnik-2026!',
    accept_terms: true,
    language: 'sl',
    ...given,
  };
};
const signUp = (body: object, where = app) => where.visitor.post('/sign-up', body);
const check = (code: string) => app.visitor.post('/confirm-sign-up/check', { code });
const confirm = (code: string, password = 'Vpisnik-2026!') =>
  app.visitor.post('/confirm-sign-up', { code, password });
const accountOf = async (email: string, where = app) =>
  (
    await where.rows<{ id: string; confirmed: boolean; organization_id: string; role: string }>(
      `select a.id, a.confirmed_at is not null as confirmed, m.organization_id, m.role, a.terms_version, a.processing_version, a.terms_language,
         a.terms_accepted_at is not null as accepted
       from accounts a join memberships m on m.account_id = a.id where a.email = $1`,
      [email],
    )
  )[0];

describe('registration', () => {
  test('makes an organisation that is ready to work, and an administrator who has to confirm', async () => {
    const body = form({ email: 'Nova@Vrtnica.example' });
    expect((await signUp(body)).status).toBe(204);
    const account = await accountOf('nova@vrtnica.example');
    expect(account).toMatchObject({
      confirmed: false,
      role: 'ORGANIZATION_ADMIN',
      terms_version: termsVersion,
      processing_version: processingVersion,
      terms_language: 'sl',
      accepted: true,
    });
    const [started] = await app.rows(
      `select (select count(*)::integer from form_fields where organization_id = $1) as fields,
         (select count(*)::integer from notification_templates where organization_id = $1) as templates,
         (select languages from organizations where id = $1) as languages`,
      [account?.organization_id],
    );
    expect(started).toEqual({ fields: 6, templates: emailTypes.length, languages: ['sl'] });

    const [mail] = await app.mailsTo('nova@vrtnica.example');
    expect(mail?.subject).toBe('Potrdite svoj e-poštni naslov');
    expect(mail?.text).toContain('Plesna šola Vrtnica');
    const code = codeIn(mail);
    // scanners of mail open links
    for (const _ of [1, 2])
      expect(await check(code)).toMatchObject({
        status: 200,
        body: { outcome: 'waiting', organization_name: 'Plesna šola Vrtnica', email: 'nova@vrtnica.example' },
      });
    expect(await confirm(code)).toMatchObject({ status: 200, body: { outcome: 'activated' } });
    expect((await check(code)).body).toMatchObject({ outcome: 'already_active' });
    expect(await confirm(code)).toMatchObject({ status: 200, body: { outcome: 'already_active' } });
    expect((await accountOf('nova@vrtnica.example'))?.confirmed).toBe(true);
  });

  test('is written in the language it was made in, and no name becomes a link', async () => {
    const body = form({ language: 'en', organization_name: 'evil.com <b>club</b>' });
    await signUp(body);
    const [mail] = await app.mailsTo(body.email);
    expect(mail?.subject).toBe('Confirm your e-mail address');
    expect(mail?.html).not.toContain('<b>club</b>');
    expect(mail?.text).not.toContain('evil.com');
    expect(await signUp(form({ name: 'Win at https://evil.com' }))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'name', code: 'name_with_link' }] },
    });
  });

  test.each([
    ['without the terms', { accept_terms: false }, 'accept_terms', 'terms_required'],
    ['with a weak password', { password: 'Vpisnik!' }, 'password', 'password_digit'],
    ['with a role', { role: 'ADMIN' }, 'role', 'unknown_field'],
    ['as confirmed', { confirmed_at: '2026-01-01' }, 'confirmed_at', 'unknown_field'],
    ['as a platform administrator', { platform_admin: true }, 'platform_admin', 'unknown_field'],
  ])('is refused %s', async (_case, given, path, code) => {
    const body = form(given);
    expect(await signUp(body)).toMatchObject({ status: 422, body: { errors: [{ path, code }] } });
    expect(await accountOf(body.email)).toBeUndefined();
  });

  test('is replaced by the next one of the same address until one is confirmed', async () => {
    const first = form();
    await signUp(first);
    const [mail] = await app.mailsTo(first.email);
    const before = await accountOf(first.email);
    await signUp({ ...first, organization_name: 'Druga šola' });
    const after = await accountOf(first.email);
    expect(after?.organization_id).not.toBe(before?.organization_id);
    expect(await app.rows('select from organizations where id = $1', [before?.organization_id])).toEqual([]);
    expect(await confirm(codeIn(mail))).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    const [, second] = await app.mailsTo(first.email, 2);
    expect((await confirm(codeIn(second))).body).toMatchObject({ outcome: 'activated' });

    expect(await signUp(first)).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: [{ path: 'email', code: 'email_taken' }] },
    });
  });

  test('gives way to an account that moves to its address', async () => {
    const registered = form();
    const { email } = registered;
    await signUp(registered);
    const [mail] = await app.mailsTo(email);
    const before = await accountOf(email);
    const member = await app.factories.member();
    await app.rows(
      'update accounts a set password_hash = r.password_hash from accounts r where (a.id, r.id) = ($1, $2)',
      [member.id, before?.id],
    );
    const sent = { email, current_password: registered.password };
    expect((await app.as(member).post('/email-changes', sent)).status).toBe(204);
    const [, link] = await app.mailsTo(email, 2);
    // asking removes nothing
    expect((await check(codeIn(mail))).body).toMatchObject({ outcome: 'waiting' });
    const moved = await app.visitor.post('/email-changes/confirm', { code: codeIn(link) });
    expect([moved.status, moved.body]).toEqual([200, { email }]);
    expect(await accountOf(email)).toMatchObject({ id: member.id, confirmed: true });
    expect(await app.rows('select from organizations where id = $1', [before?.organization_id])).toEqual([]);
    expect(await confirm(codeIn(mail))).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
  });

  test('at the moment in which an account moves to its address comes too late or gives way', async () => {
    const registered = form();
    const member = await app.factories.member();
    await signUp(registered);
    const code = await issueCode(app.pools.system, member.id, 'email_change', 3600, {
      email: registered.email,
    });
    const [moved, ...others] = await Promise.all([
      app.visitor.post('/email-changes/confirm', { code }),
      ...[1, 2, 3].map(() => signUp(registered)),
    ]);
    expect(moved.status).toBe(200);
    for (const { status } of others) expect([204, 409]).toContain(status);
    expect(await accountOf(registered.email)).toMatchObject({ id: member.id });
    expect(await app.rows('select from organizations where owner_email = $1', [registered.email])).toEqual(
      [],
    );
  });

  test('and an invitation give way to who confirms the address', async () => {
    const member = await app.factories.member();
    const invited = await app.factories.invitation();
    const code = await issueCode(app.pools.system, member.id, 'email_change', 3600, { email: invited.email });
    expect((await app.visitor.post('/email-changes/confirm', { code })).status).toBe(200);
    expect(await accountOf(invited.email)).toMatchObject({ id: member.id });
  });

  test('by a stranger with the same address is not confirmed by the mailbox’s owner', async () => {
    const owners = form();
    await signUp(owners);
    await app.mailsTo(owners.email);
    const stranger = { ...owners, password: 'Napadalec-1!' };
    await signUp(stranger);
    const [, newest] = await app.mailsTo(owners.email, 2);
    // its owner follows the newest link, and doesn't have the stranger's password
    expect(await confirm(codeIn(newest))).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'password', code: 'incorrect_password' }] },
    });
    expect((await accountOf(owners.email))?.confirmed).toBe(false);
    // but has the mailbox, and so sets another
    await app.visitor.post('/password-resets', { email: owners.email });
    const [, , reset] = await app.mailsTo(owners.email, 3);
    const set = { code: codeIn(reset), new_password: owners.password };
    expect((await app.visitor.post('/password-resets/confirm', set)).status).toBe(204);
    expect((await accountOf(owners.email))?.confirmed).toBe(true);
    expect((await check(codeIn(newest))).body).toMatchObject({ outcome: 'already_active' });
    const [{ password_hash } = { password_hash: '' }] = await app.rows<{ password_hash: string }>(
      'select password_hash from accounts where email = $1',
      [owners.email],
    );
    expect(await verifyPassword(password_hash, stranger.password, 'known')).toBe(false);
    expect(await verifyPassword(password_hash, owners.password, 'known')).toBe(true);
  });

  test('of one address twice at once leaves one', async () => {
    const body = form();
    const answers = await Promise.all([signUp(body), signUp(body), signUp(body)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await app.rows('select from accounts where email = $1', [body.email])).toHaveLength(1);
    expect(await app.rows('select from organizations where owner_email = $1', [body.email])).toHaveLength(1);
  });

  test('is possible for who is invited elsewhere, and leaves the invitation', async () => {
    const invited = await app.factories.invitation();
    const body = form({ email: invited.email });
    expect((await signUp(body)).status).toBe(204);
    const [mail] = await app.mailsTo(invited.email);
    expect((await confirm(codeIn(mail))).body).toMatchObject({ outcome: 'activated' });
    expect(await app.rows('select id from invitations where email = $1', [invited.email])).toHaveLength(1);
  });

  test('vanishes after seven days, with its organisation, and an invitation does not', async () => {
    const stale = form();
    const fresh = form();
    await signUp(stale);
    await signUp(fresh);
    const invited = await app.factories.invitation({ created_at: '2026-01-01T00:00:00Z' });
    const organization = (await accountOf(stale.email))?.organization_id;
    await app.owner.query(`update accounts set created_at = now() - interval '8 days' where email = $1`, [
      stale.email,
    ]);
    await purgeExpiredIdentity(app.pools.system);
    expect(await accountOf(stale.email)).toBeUndefined();
    expect(await app.rows('select from organizations where id = $1', [organization])).toEqual([]);
    expect(await accountOf(fresh.email)).toBeDefined();
    expect(await app.rows('select id from invitations where id = $1', [invited.id])).toHaveLength(1);
  });
});

describe('concealed accounts', () => {
  test('answer the same, and their owner is told by mail', async () => {
    const known = await concealing.factories.member({ email: 'known@example.com' });
    const before = await concealing.rows('select id from organizations order by id');
    const answers = [
      await signUp(form({ email: 'unknown@example.com' }), concealing),
      await signUp(form({ email: known.email }), concealing),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, { text: '' }],
      [204, { text: '' }],
    ]);
    const [mail] = await concealing.mailsTo(known.email);
    expect(mail?.subject).toBe('Račun v Vpisniku že imate');
    // the rehearsal left nothing
    expect(await concealing.rows('select from organizations')).toHaveLength(before.length + 1);
    expect(await concealing.rows(`select from accounts where email like '%rehearsal%'`)).toEqual([]);
  });
});

describe('the activation link', () => {
  test('says why it is refused', async () => {
    const body = form();
    await signUp(body);
    // a code that is made when its mail leaves would void the test's own
    await app.mailsTo(body.email);
    const id = (await accountOf(body.email))?.id ?? '';
    const expired = await issueCode(app.pools.system, id, 'activation', -1);
    expect(await confirm(expired)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
    const reset = await issueCode(app.pools.system, id, 'password_reset');
    expect(await confirm(reset)).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    expect(await confirm('nonsense')).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    expect(await check('nonsense')).toMatchObject({ status: 400, body: { code: 'code_invalid' } });
    expect(await check(expired)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
    expect((await accountOf(body.email))?.confirmed).toBe(false);
  });

  test('takes no more than a few guesses at the password, and then the right one waits too', async () => {
    const body = form();
    await signUp(body);
    const [mail] = await app.mailsTo(body.email);
    const code = codeIn(mail);
    for (let at = 0; at < 5; at += 1) expect((await confirm(code, 'Ugibam-1!')).status).toBe(422);
    await lengthenWaits(app.owner);
    expect((await confirm(code, 'Ugibam-1!')).status).toBe(429);
    expect(await confirm(code)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await app.owner.query('delete from rate_limits');
    expect((await confirm(code)).body).toMatchObject({ outcome: 'activated' });
  });

  test('followed many times at once activates once', async () => {
    const body = form();
    await signUp(body);
    const [mail] = await app.mailsTo(body.email);
    const code = codeIn(mail);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(code)));
    const outcomes = answers.map(({ body: { outcome } }) => outcome);
    expect(outcomes.sort()).toEqual(['activated', ...Array(4).fill('already_active')].sort());
  });

  test('is sent again, with the same answer for every address, three times an hour', async () => {
    const body = form();
    await signUp(body);
    for (const email of [body.email, body.email, body.email, body.email, 'nobody@example.com']) {
      const { status, body: answer } = await app.visitor.post('/resend-confirmation', { email });
      expect([status, answer]).toEqual([204, { text: '' }]);
    }
    const mails = await app.mailsTo(body.email, 3);
    expect(
      await app.rows('select state from account_mails where to_address = $1 and kind = $2 order by id', [
        body.email,
        'activation',
      ]),
    ).toMatchObject([{ state: 'sent' }, { state: 'sent' }, { state: 'sent' }, { state: 'held' }]);
    // only the newest link works
    const outcomes = await Promise.all(mails.map(async (mail) => (await confirm(codeIn(mail))).status));
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1);
    expect((await app.mails()).some(({ to }) => to[0]?.address === 'nobody@example.com')).toBe(false);
  });

  test('is limited by address of the network', async () => {
    const answers = [];
    for (let at = 0; at < 11; at += 1)
      answers.push(await app.visitor.post('/resend-confirmation', { email: `a${at}@example.com` }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(204), 429]);
  });
});
