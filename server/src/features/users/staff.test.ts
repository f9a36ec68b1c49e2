/** Administrators' rights over their staff, and their limits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { waitingForLocks } from '../../../test/hold-up.ts';
import { codeIn } from '../../../test/outside/mailed-code.ts';
import { until } from '../../../test/until.ts';

let app: TestApp;
let owner: Member;
let organization_id: string;
let group: { id: string };
let foreign: { id: string };

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from rate_limits');
  ({ id: organization_id } = await app.factories.organization({ name: 'Plesna šola Zvezda' }));
  owner = await app.factories.member({ organization_id, name: 'Maja Kovač' });
  group = await app.factories.group({ organization_id });
  foreign = await app.factories.group();
});

let count = 0;
const invitation = (given: object = {}) => {
  count += 1;
  return {
    name: 'Rok Zupan',
    email: `invited${count}@example.com`,
    role: 'GROUP_EDITOR_USER',
    language: 'sl',
    authorized_groups: [group.id],
    ...given,
  };
};
const me = () => app.as(owner);
const member = (given: object = {}) => app.factories.member({ organization_id, ...given });
const versionOf = async ({ id }: { id: string }) =>
  Number((await me().get<{ version: number }>(`/users/${id}`)).body.version);
const change = async (user: { id: string }, given: object, as = me()) =>
  as.patch(`/users/${user.id}`, { version: await versionOf(user), ...given });

describe('an invitation', () => {
  test('comes by mail, is accepted with a password, and works once', async () => {
    const body = invitation();
    const { status, body: user } = await me().post('/users', body);
    expect([status, user]).toMatchObject([
      201,
      { ...body, confirmed: false, active: true, all_groups_allowed: false, led_groups: [] },
    ]);
    const [mail] = await app.mailsTo(body.email);
    expect(mail?.subject).toBe('Povabilo v organizacijo Plesna šola Zvezda');
    const code = codeIn(mail);
    // while the mail was on its way there was no link that could have expired
    expect(user.invitation_expires_at).toBeNull();
    expect((await me().get<{ invitation_expires_at: string }>(`/users/${user.id}`)).body).toMatchObject({
      invitation_expires_at: expect.stringMatching(/Z$/),
    });
    expect((await app.visitor.post('/invitations/check', { code })).body).toEqual({
      organization_name: 'Plesna šola Zvezda',
      name: 'Rok Zupan',
      email: body.email,
    });
    const sent = { code, new_password: 'Vpisnik-2027!' };
    const answers = await Promise.all([1, 2, 3].map(() => app.visitor.post('/invitations/accept', sent)));
    expect(answers.map(({ status: one }) => one).sort()).toEqual([200, 400, 400]);
    const invited = { id: String(user.id) };
    expect((await app.as(invited).get('/users/me')).body).toMatchObject({ role: 'GROUP_EDITOR_USER' });
    expect(await me().post(`/users/${user.id}/invitation`)).toMatchObject({
      status: 409,
      body: { code: 'already_confirmed' },
    });
  });

  test('is void once it is sent again, and once its holder is shut out', async () => {
    const body = invitation();
    const { body: user } = await me().post('/users', body);
    const [first] = await app.mailsTo(body.email);
    expect((await me().post(`/users/${user.id}/invitation`)).status).toBe(204);
    const [, second] = await app.mailsTo(body.email, 2);
    const check = async (mail: typeof first) =>
      (await app.visitor.post('/invitations/check', { code: codeIn(mail) })).status;
    expect([await check(first), await check(second)]).toEqual([400, 200]);
    await me().patch(`/users/${user.id}/status`, { active: false });
    expect(await check(second)).toBe(400);
    const sent = { code: codeIn(second), new_password: 'Vpisnik-2027!' };
    expect((await app.visitor.post('/invitations/accept', sent)).status).toBe(400);
  });

  test('owns no address: others invite it and its owner registers, and a forgotten password accepts nothing', async () => {
    const body = invitation();
    const { body: user } = await me().post('/users', body);
    await app.mailsTo(body.email);
    const elsewhere = app.as(await app.factories.member());
    const second = await elsewhere.post('/users', {
      ...body,
      authorized_groups: [],
      all_groups_allowed: true,
    });
    expect(second.status).toBe(201);
    const [, invitedElsewhere] = await app.mailsTo(body.email, 2);
    // the same organisation invites once
    expect(await me().post('/users', body)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    await app.visitor.post('/password-resets', { email: body.email });
    const [, , again] = await app.mailsTo(body.email, 3);
    expect(again?.subject).toMatch(/^Povabilo v organizacijo/);
    const reset = { code: codeIn(again), new_password: 'Vpisnik-2027!' };
    expect((await app.visitor.post('/password-resets/confirm', reset)).status).toBe(400);
    expect(await app.rows('select id from accounts where email = $1', [body.email])).toEqual([]);
    // accepting also removes an unconfirmed registration of the address
    const sign_up = {
      organization_name: 'Lažna',
      name: 'Nekdo Drug',
      email: body.email,
      password: 'Vpisnik-2026!',
      accept_terms: true,
      language: 'sl',
    };
    expect((await app.visitor.post('/sign-up', sign_up)).status).toBe(204);
    await app.mailsTo(body.email, 4);
    expect((await app.visitor.post('/invitations/accept', reset)).status).toBe(200);
    expect(await app.rows('select id from organizations where name = $1', ['Lažna'])).toEqual([]);
    const [account] = await app.rows<{ id: string }>('select id from accounts where email = $1', [
      body.email,
    ]);
    // the latest invitation came again, and its id stays
    expect([user.id, second.body.id]).toContain(account?.id);
    // who has an account by now is told, and the other invitation stays to be taken back
    const late = { code: codeIn(invitedElsewhere), new_password: 'Vpisnik-2028!' };
    expect([400, 409]).toContain((await app.visitor.post('/invitations/accept', late)).status);
    expect(await me().post('/users', { ...body, name: 'Še enkrat' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('is not sent again once the address is an account’s', async () => {
    const body = invitation();
    const { body: user } = await me().post('/users', body);
    await app.mailsTo(body.email);
    await app.factories.member({ email: body.email });
    expect(await me().post(`/users/${user.id}/invitation`)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect((await me().delete(`/users/${user.id}`)).status).toBe(204);
  });

  test('lasts no longer for requests by its address, and has not come again once it has expired', async () => {
    const body = invitation();
    const { body: user } = await me().post('/users', body);
    await app.mailsTo(body.email);
    const expiry = async () => {
      const rows = await app.rows('select code_expires_at::text from invitations where id = $1', [user.id]);
      return rows[0];
    };
    const first = await expiry();
    await app.visitor.post('/password-resets', { email: body.email });
    const [, second] = await app.mailsTo(body.email, 2);
    expect(await expiry()).toEqual(first);
    await app.rows(`update invitations set code_expires_at = now() where id = $1`, [user.id]);
    await app.visitor.post('/password-resets', { email: body.email });
    await until(async () =>
      expect(
        await app.rows(`select state from account_mails where to_address = $1 order by created_at`, [
          body.email,
        ]),
      ).toEqual([{ state: 'sent' }, { state: 'sent' }, { state: 'cancelled' }]),
    );
    expect(await app.visitor.post('/invitations/check', { code: codeIn(second) })).toMatchObject({
      status: 410,
      body: { code: 'code_expired' },
    });
    // its organisation may
    expect((await me().post(`/users/${user.id}/invitation`)).status).toBe(204);
    const [, , third] = await app.mailsTo(body.email, 3);
    expect((await app.visitor.post('/invitations/check', { code: codeIn(third) })).status).toBe(200);
  });

  test('is one of the users until it is accepted: changed, shut, taken back; its groups come along', async () => {
    const body = invitation();
    const { body: user } = await me().post('/users', body);
    const path = `/users/${user.id}`;
    const changed = await me().patch(path, { version: 1, name: 'Rok Novak', role: 'GROUP_ADMIN' });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { name: 'Rok Novak', role: 'GROUP_ADMIN', version: 2, authorized_groups: [group.id], confirmed: false },
    ]);
    expect(await me().patch(path, { version: 2, authorized_groups: [foreign.id] })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'authorized_groups', code: 'unknown_id' }] },
    });
    expect(await me().patch(path, { version: 2, password_change_required: true })).toMatchObject({
      status: 409,
    });
    const [mail] = await app.mailsTo(body.email);
    const sent = { code: codeIn(mail), new_password: 'Vpisnik-2027!' };
    expect((await app.visitor.post('/invitations/accept', sent)).status).toBe(200);
    expect((await me().get(path)).body).toMatchObject({
      id: user.id,
      name: 'Rok Novak',
      role: 'GROUP_ADMIN',
      authorized_groups: [group.id],
      confirmed: true,
    });
    const { body: other } = await me().post('/users', invitation());
    expect((await me().delete(`/users/${other.id}`)).status).toBe(204);
    expect((await me().get(`/users/${other.id}`)).status).toBe(404);
  });

  test('made and taken back again and again reaches a stranger three times an hour', async () => {
    const body = invitation();
    for (let at = 0; at < 6; at += 1) {
      const { body: user } = await me().post('/users', body);
      if (at < 3) await app.mailsTo(body.email, at + 1);
      expect((await me().delete(`/users/${user.id}`)).status).toBe(204);
    }
    const { body: last } = await me().post('/users', body);
    const states = await app.rows<{ state: string }>(
      'select state from account_mails where to_address = $1',
      [body.email],
    );
    expect(states.map(({ state }) => state === 'held').sort()).toEqual([false, false, false, true]);
    expect(await me().post(`/users/${last.id}/invitation`)).toMatchObject({ status: 429 });
  });

  test('is sent again three times an hour', async () => {
    const { body: user } = await me().post('/users', invitation());
    const statuses = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await me().post(`/users/${user.id}/invitation`)).status);
    expect(statuses).toEqual([204, 204, 429]);
  });

  test.each([
    ['of the platform’s role', { role: 'ADMIN' }, 'role', 'invalid_value'],
    ['without a group', { authorized_groups: [] }, 'authorized_groups', 'group_required'],
    ['with an unknown field', { platform_admin: true }, 'platform_admin', 'unknown_field'],
    ['with a password', { password: 'Vpisnik-2026!' }, 'password', 'unknown_field'],
  ])('is refused %s', async (_case, given, path, code) => {
    const body = invitation(given);
    expect(await me().post('/users', body)).toMatchObject({
      status: 422,
      body: { errors: [{ path, code }] },
    });
    expect(await app.rows('select from accounts where email = $1', [body.email])).toEqual([]);
  });

  test("is refused with another organisation's group, and leaves no row", async () => {
    const body = invitation({ authorized_groups: [group.id, foreign.id] });
    expect(await me().post('/users', body)).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'authorized_groups', code: 'unknown_id' }] },
    });
    expect(await app.rows('select from accounts where email = $1', [body.email])).toEqual([]);
  });

  test('of a taken address, here or elsewhere, is refused', async () => {
    const elsewhere = await app.factories.member();
    for (const { email } of [owner, elsewhere])
      expect(await me().post('/users', invitation({ email: email.toUpperCase() }))).toMatchObject({
        status: 409,
        body: { code: 'email_taken' },
      });
  });
});

describe('a change', () => {
  test('of role and scope counts at the next request', async () => {
    const viewer = await member({ role: 'GROUP_VIEWER_USER', groups: [group.id] });
    const other = await app.factories.group({ organization_id });
    expect((await app.as(viewer).get(`/groups/${other.id}`)).status).toBe(404);
    const { status, body } = await change(viewer, { role: 'GROUP_ADMIN', authorized_groups: [other.id] });
    expect([status, body]).toMatchObject([200, { role: 'GROUP_ADMIN', authorized_groups: [other.id] }]);
    expect(body.permissions).toContain('groups.manage');
    expect((await app.as(viewer).get(`/groups/${other.id}`)).status).toBe(200);
    expect((await app.as(viewer).get(`/groups/${group.id}`)).status).toBe(404);
  });

  test('is logged as far as something changed, whatever else was sent', async () => {
    const user = await member({ role: 'GROUP_EDITOR_USER', groups: [group.id] });
    const scope = { all_groups_allowed: false, authorized_groups: [group.id] };
    await change(user, { ...scope, role: 'GROUP_ADMIN' });
    await change(user, { ...scope, role: 'GROUP_ADMIN' });
    await change(user, { ...scope, name: 'Rok Novak' });
    const { body } = await me().get<{ results: { action: string; changes: object }[] }>(
      `/activity?user_id=${user.id}`,
    );
    expect(body.results.map(({ action, changes }) => [action, changes])).toMatchObject([
      ['user_changed', { fields: ['name'] }],
      ['role_changed', { from: 'GROUP_EDITOR_USER', to: 'GROUP_ADMIN' }],
    ]);
    expect(body.results).toHaveLength(2);
  });

  test('of a stale version is refused with the present row', async () => {
    const viewer = await member({ role: 'GROUP_VIEWER_USER' });
    const version = await versionOf(viewer);
    await change(viewer, { name: 'Novo ime' });
    expect(await me().patch(`/users/${viewer.id}`, { version, name: 'Staro ime' })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { name: 'Novo ime' } },
    });
  });

  test.each([
    ['an address', { email: 'another@example.com' }],
    ['the platform’s role', { role: 'ADMIN' }],
    ['a platform administrator', { platform_admin: true }],
    ['another organisation', { organization_id: crypto.randomUUID() }],
    ['a confirmation', { confirmed: true }],
    ['a state', { active: false }],
    ['permissions', { permissions: ['organizations.manage'] }],
  ])('of %s is not taken', async (_case, given) => {
    const viewer = await member({ role: 'GROUP_VIEWER_USER' });
    expect((await change(viewer, given)).status).toBe(422);
    expect((await app.as(viewer).get('/users/me')).body).toMatchObject({ role: 'GROUP_VIEWER_USER' });
  });

  test('of one’s own role, state or being there is refused', async () => {
    await member();
    const refused = { status: 403, body: { code: 'own_account' } };
    expect(await change(owner, { role: 'GROUP_ADMIN' })).toMatchObject(refused);
    expect(await me().patch(`/users/${owner.id}/status`, { active: false })).toMatchObject(refused);
    expect(await me().delete(`/users/${owner.id}`)).toMatchObject(refused);
    expect((await change(owner, { name: 'Maja Novak' })).status).toBe(200);
  });

  test('of oneself by users/me takes name and language, and nothing else', async () => {
    const viewer = app.as(await member({ role: 'GROUP_VIEWER_USER' }));
    expect((await viewer.patch('/users/me', { name: 'Novo ime', language: 'en' })).body).toMatchObject({
      name: 'Novo ime',
      language: 'en',
      role: 'GROUP_VIEWER_USER',
    });
    for (const given of [{ role: 'ADMIN' }, { all_groups_allowed: true }, { email: 'a@example.com' }])
      expect((await viewer.patch('/users/me', given)).status).toBe(422);
  });

  test('is not there for ranks below, and not across organisations', async () => {
    const viewer = await member({ role: 'GROUP_VIEWER_USER' });
    const admin = app.as(await member({ role: 'GROUP_ADMIN' }));
    expect((await admin.patch(`/users/${viewer.id}`, { version: 1, role: 'GROUP_ADMIN' })).status).toBe(403);
    const elsewhere = app.as(await app.factories.member());
    for (const answer of [
      await elsewhere.get(`/users/${viewer.id}`),
      await elsewhere.patch(`/users/${viewer.id}`, { version: 1, name: 'X' }),
      await elsewhere.patch(`/users/${viewer.id}/status`, { active: false }),
      await elsewhere.delete(`/users/${viewer.id}`),
      await elsewhere.post(`/users/${viewer.id}/invitation`),
    ])
      expect(answer.status).toBe(404);
  });

  test('of a user whose last group was deleted is refused only if it concerns their groups', async () => {
    const limited = await member({ role: 'GROUP_VIEWER_USER', groups: [group.id] });
    await app.rows('delete from membership_groups where account_id = $1', [limited.id]);
    expect((await change(limited, { name: 'Nina Rozman' })).status).toBe(200);
    expect((await change(limited, { password_change_required: true })).status).toBe(200);
    expect(await change(limited, { role: 'GROUP_EDITOR_USER' })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'authorized_groups', code: 'group_required' }] },
    });
  });

  test('demands a new password: until then nothing else is answered', async () => {
    const viewer = await member({ role: 'GROUP_VIEWER_USER' });
    await change(viewer, { password_change_required: true });
    const limited = app.as(viewer);
    expect(await limited.get('/groups')).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
    expect((await limited.get('/users/me')).body).toMatchObject({ password_change_required: true });
    expect((await limited.post('/password-changes', { new_password: 'Vpisnik-2027!' })).status).toBe(204);
    expect((await limited.get('/groups')).status).toBe(200);
  });
});

describe('the last administrator', () => {
  const admin = async () => app.as(await app.factories.member({ role: 'ADMIN' }), organization_id);

  test('stays, whichever caller tries', async () => {
    // an invited administrator doesn't count
    await member({ confirmed: false });
    const refused = { status: 409, body: { code: 'last_administrator' } };
    const acting = await admin();
    expect(await change(owner, { role: 'GROUP_ADMIN' }, acting)).toMatchObject(refused);
    expect(await acting.patch(`/users/${owner.id}/status`, { active: false })).toMatchObject(refused);
    expect(await acting.delete(`/users/${owner.id}`)).toMatchObject(refused);
  });

  test('stays when two remove each other at the same moment', async () => {
    const second = await member();
    const answers = await Promise.all([
      app.as(owner).patch(`/users/${second.id}/status`, { active: false }),
      app.as(second).patch(`/users/${owner.id}/status`, { active: false }),
    ]);
    // the second is refused or already removed
    const [first, later] = answers.map(({ status }) => status).sort();
    expect(first).toBe(200);
    expect([401, 409]).toContain(later);
  });
});

test('a deactivated user is out at the next request, and in again after; a calendar address ends for good', async () => {
  const viewer = await member({ role: 'GROUP_VIEWER_USER' });
  const { url } = await app.as(viewer).api.calendar_feeds.create({ body: { kind: 'mine', language: 'sl' } });
  const feed = async () => (await app.visitor.get(url.slice(`${app.env.publicUrl}/api`.length))).status;
  expect(await feed()).toBe(200);
  const { status, body } = await me().patch(`/users/${viewer.id}/status`, { active: false });
  expect([status, body.active]).toEqual([200, false]);
  expect(await app.as(viewer).get('/users/me')).toMatchObject({
    status: 401,
    body: { code: 'account_inactive' },
  });
  expect(await feed()).toBe(404);
  await me().patch(`/users/${viewer.id}/status`, { active: true });
  expect(await feed()).toBe(404);
  expect((await app.as(viewer).get('/users/me')).status).toBe(200);
});

test('a user who is deactivated while a call of theirs waits invites nobody, changes nobody and deletes nobody', async () => {
  const leaving = await member();
  const other = await member({ role: 'GROUP_VIEWER_USER' });
  const staff = await app.owner.connect();
  await staff.query('begin');
  await staff.query('select from organizations where id = $1 for no key update', [organization_id]);
  const deactivation = me().patch(`/users/${leaving.id}/status`, { active: false });
  await waitingForLocks(app, 1);
  const theirs = app.as(leaving);
  const late = [
    theirs.post('/users', invitation({ role: 'ORGANIZATION_ADMIN', authorized_groups: [] })),
    theirs.patch(`/users/${other.id}/status`, { active: false }),
    theirs.delete(`/users/${other.id}`),
  ];
  await waitingForLocks(app, 4);
  await staff.query('commit');
  staff.release();
  expect(await deactivation).toMatchObject({ status: 200, body: { active: false } });
  for (const answer of await Promise.all(late))
    expect(answer).toMatchObject({ status: 401, body: { code: 'account_inactive' } });
  expect(await app.rows('select from invitations where organization_id = $1', [organization_id])).toEqual([]);
  expect((await me().get(`/users/${other.id}`)).body).toMatchObject({ active: true });
});

test('a deleted user’s identity goes, and the name stays on what happened', async () => {
  const leader = await member({ role: 'GROUP_ADMIN', name: 'Nina Bergant', leads: [group.id] });
  await app.as(leader).patch('/users/me', { language: 'en' });
  expect((await me().delete(`/users/${leader.id}`)).status).toBe(204);
  expect((await app.as(leader).get('/users/me')).status).toBe(401);
  expect(await app.rows('select from accounts where id = $1', [leader.id])).toEqual([]);
  expect(await app.rows('select from group_leaders where account_id = $1', [leader.id])).toEqual([]);
  const { body } = await me().get<{ results: object[] }>(`/activity?user_id=${leader.id}`);
  expect(body.results).toMatchObject([
    { action: 'user_deleted', actor: 'Maja Kovač', changes: { name: 'Nina Bergant' } },
  ]);
});

test('former staff stay in the filter of leaders while they lead, for users who see that group', async () => {
  const other = await app.factories.group({ organization_id });
  const nina = await member({ role: 'GROUP_ADMIN', name: 'Nina', groups: [], leads: [group.id] });
  const left = await member({ name: 'Ana', active: false, leads: [group.id] });
  const elsewhere = await member({ name: 'Brina', active: false, leads: [other.id] });
  await member({ name: 'Cene', active: false });
  const leaders = async (who: Member, query: string) =>
    (await app.as(who).get<{ results: object[] }>(`/users/leaders${query}`)).body.results;
  const now = [owner, nina].map(({ id, name }) => ({ id, name, active: true }));
  const former = [left, elsewhere].map(({ id, name }) => ({ id, name, active: false }));
  expect(await leaders(owner, '')).toEqual(now);
  expect(await leaders(owner, '?former=true')).toEqual([...now, ...former]);
  expect(await leaders(nina, '?former=true')).toEqual([...now, former[0]]);
});
