import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';
import { codeIn } from '../../../test/outside/mailed-code.ts';
import { countOrganizations } from './numbers.ts';

let app: TestApp;
let admin: Caller;
let owner: Member;
let id: string;
let count = 0;

beforeAll(async () => {
  app = await createTestApp({ mailbox: true });
  admin = app.as(await app.factories.member({ role: 'ADMIN', name: 'Ana Skrbnica' }));
});
afterAll(() => app.close());
beforeEach(async () => {
  count += 1;
  ({ id } = await app.factories.organization({
    name: `Klub ${count}`,
    owner_email: `klub${count}@example.com`,
  }));
  owner = await app.factories.member({ organization_id: id, email: `klub${count}@example.com` });
});

type Listed = {
  id: string;
  name: string;
  active: boolean;
  delete_after: string | null;
  numbers: object | null;
  deletion: { requested_by: string } | null;
};
const list = async (query = '') =>
  (await admin.get<{ results: Listed[]; last_id: string | null }>(`/organizations${query}`)).body;
const listed = async () => (await list('?limit=200')).results.find((one) => one.id === id);
const remove = (confirm_name = `Klub ${count}`) => admin.delete(`/organizations/${id}`, { confirm_name });
const restore = () => admin.post(`/organizations/${id}/restore`);
const actions = async () =>
  (
    await app.rows<{ action: string }>(
      'select action from activity_log where organization_id = $1 order by id',
      [id],
    )
  ).map(({ action }) => action);

describe('an organisation that an ADMIN adds', () => {
  const body = (given: object = {}) => ({
    name: 'Glasbena šola Črnuče',
    owner_name: 'Špela Žnidaršič',
    owner_email: `spela${count}@example.com`,
    default_language: 'en',
    ...given,
  });

  test('is its owner’s as soon as they choose a password, with what every new one starts with', async () => {
    const { status, body: made } = await admin.post<Listed>('/organizations', body());
    expect({ status, made }).toMatchObject({
      status: 201,
      made: {
        name: 'Glasbena šola Črnuče',
        owner_email: `spela${count}@example.com`,
        setup_completed: false,
        languages: ['en'],
        contact_email: null,
      },
    });
    const [mail] = await app.mailsTo(`spela${count}@example.com`);
    expect(mail?.subject).toContain('Glasbena šola Črnuče');
    expect(mail?.text).toContain('Hello Špela Žnidaršič');
    const code = codeIn(mail);
    const accepted = await app.visitor.post('/invitations/accept', { code, new_password: 'Vpisnik-2026!' });
    expect(accepted.status).toBe(200);
    const [account] = await app.rows<{ id: string }>('select id from accounts where email = $1', [
      `spela${count}@example.com`,
    ]);
    const boss = app.as({ id: account?.id ?? '' });
    expect((await boss.get('/users/me')).body).toMatchObject({
      role: 'ORGANIZATION_ADMIN',
      organization_id: made.id,
      all_groups_allowed: true,
    });
    expect((await boss.get<{ results: unknown[] }>('/form-fields')).body.results).toHaveLength(6);
    expect((await boss.get<{ results: unknown[] }>('/notification-templates')).body.results).toHaveLength(
      emailTypes.length,
    );
  });

  test('needs a free address; replaces an unconfirmed registration of it', async () => {
    const before = (await list('?limit=200')).results.length;
    expect(await admin.post('/organizations', body({ owner_email: owner.email }))).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: [{ path: 'owner_email', code: 'email_taken' }] },
    });
    expect((await list('?limit=200')).results).toHaveLength(before);
    const email = `registered${count}@example.com`;
    await app.visitor.post('/sign-up', {
      organization_name: 'Klub',
      name: 'Nekdo',
      email,
      password: 'Vpisnik-2026!',
      accept_terms: true,
      language: 'sl',
    });
    expect((await admin.post('/organizations', body({ owner_email: email }))).status).toBe(201);
    // whichever of the two links is followed first takes the address
    expect(await app.rows('select from organizations where owner_email = $1', [email])).toHaveLength(2);
  });

  test.each([
    ['without a name', { name: ' ' }, 'name', 'required'],
    ['for an owner whose name is a link', { owner_name: 'www.evil.com' }, 'owner_name', 'name_with_link'],
    ['for no address', { owner_email: 'spela' }, 'owner_email', 'invalid_email'],
    ['in no language', { default_language: 'de' }, 'default_language', 'invalid_value'],
  ])('is refused %s', async (_case, given, path, code) => {
    expect(await admin.post('/organizations', body(given))).toMatchObject({
      status: 422,
      body: { errors: [{ path, code }] },
    });
  });
});

describe('the list', () => {
  test('shows the last count, and nothing before the first', async () => {
    const group = await app.factories.group({ organization_id: id });
    for (let at = 0; at < 3; at += 1)
      await app.factories.participant({ organization_id: id, group_id: group.id });
    expect((await listed())?.numbers).toBe(null);
    await countOrganizations(app.pools.system);
    expect((await listed())?.numbers).toMatchObject({
      groups: 1,
      participants: 3,
      users: 1,
      last_activity_at: expect.stringMatching(/Z$/),
    });
    await app.factories.participant({ organization_id: id, group_id: group.id });
    await countOrganizations(app.pools.system);
    expect((await listed())?.numbers).toMatchObject({ participants: 4 });
  });

  test('is searched by name and owner, and filtered by state, page by page', async () => {
    const names = async (query: string) => (await list(query)).results.map(({ name }) => name);
    expect(await names(`?search=klub${count}@exa`)).toEqual([`Klub ${count}`]);
    expect(await names(`?search=${count}%20kLUB&state=active`)).toContain(`Klub ${count}`);
    await remove();
    expect(await names('?state=active&limit=200')).not.toContain(`Klub ${count}`);
    expect(await names('?state=inactive&limit=200')).not.toContain(`Klub ${count}`);
    expect(await names('?state=deleted&limit=200')).toContain(`Klub ${count}`);
    expect((await admin.get('/organizations?state=gone')).status).toBe(400);

    const all = await names('?limit=200');
    const paged: string[] = [];
    let last: string | null = '';
    while (last !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=2${last && `&last_id=${last}`}`);
      paged.push(...page.results.map(({ name }) => name));
      last = page.last_id;
    }
    expect(paged).toEqual(all);
  });
});

describe('an organisation that is deleted', () => {
  test('is shut at once, says until when it can be restored, and its owner is told', async () => {
    expect((await remove()).status).toBe(204);
    const row = await listed();
    expect(row).toMatchObject({ active: false, deletion: { requested_by: 'Ana Skrbnica' } });
    const days = (Date.parse(row?.delete_after ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);

    expect(await app.as(owner).get('/groups')).toMatchObject({
      status: 403,
      body: { code: 'organization_disabled' },
    });
    expect((await app.as(owner).get('/organizations/me')).body).toMatchObject({
      delete_after: row?.delete_after,
    });
    const [mail] = await app.mailsTo(owner.email);
    expect(mail?.subject).toBe(`Organizacija Klub ${count} bo izbrisana`);
    expect(mail?.text).toMatch(/bo \d{1,2}\. \d{1,2}\. \d{4} izbrisana/);
    // visitors find nothing of it
    expect(mail?.text).toContain('javne strani zaprte');
    expect(await actions()).toEqual(['organization_deleted']);
  });

  test.each([
    ['another name', 'Klub', 'name_differs'],
    ['its name in other letters', 'KLUB', 'name_differs'],
    ['nothing', '', 'name_differs'],
  ])('is only that after its name was typed, not after %s', async (_, typed, code) => {
    expect(await remove(typed)).toMatchObject({
      status: 422,
      body: { code: 'invalid_fields', errors: [{ path: 'confirm_name', code }] },
    });
    expect(await admin.delete(`/organizations/${id}`, {})).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'confirm_name', code: 'required' }] },
    });
    expect((await admin.delete(`/organizations/${id}`)).status).toBe(422);
    expect(await listed()).toMatchObject({ active: true, delete_after: null });
    expect(await actions()).toEqual([]);
    expect((await remove(`  Klub ${count} `)).status).toBe(204);
  });

  test('stays deleted when it is deleted again, and can’t be activated without being restored', async () => {
    await remove();
    const first = await listed();
    expect((await remove()).status).toBe(204);
    expect(await listed()).toEqual(first);
    expect(await admin.patch(`/organizations/${id}/status`, { active: true })).toMatchObject({
      status: 409,
      body: { code: 'organization_deleted' },
    });
  });

  test('comes back as it was', async () => {
    await remove();
    expect(await restore()).toMatchObject({ status: 200, body: { active: true, delete_after: null } });
    expect((await app.as(owner).get('/groups')).status).toBe(200);
    const mails = await app.mailsTo(owner.email, 2);
    // mails of one moment come in any order
    expect(mails.map(({ subject }) => subject)).toContain(`Organizacija Klub ${count} ostaja`);
    expect((await restore()).status).toBe(409);
    expect(await actions()).toEqual(['organization_deleted', 'organization_restored']);

    await admin.patch(`/organizations/${id}/status`, { active: false });
    await remove();
    expect((await restore()).body).toMatchObject({ active: false, delete_after: null });
  });

  test('takes nobody in until it is restored', async () => {
    const email = `invited-klub${count}@example.com`;
    const person = {
      name: 'Rok Zupan',
      email,
      role: 'GROUP_ADMIN',
      all_groups_allowed: true,
      language: 'sl',
    };
    expect((await app.as(owner).post('/users', person)).status).toBe(201);
    const [mail] = await app.mailsTo(email);
    const check = async () => (await app.visitor.post('/invitations/check', { code: codeIn(mail) })).status;
    await remove();
    expect(await check()).toBe(400);
    const sent = { code: codeIn(mail), new_password: 'Vpisnik-2027!' };
    expect((await app.visitor.post('/invitations/accept', sent)).status).toBe(400);
    await restore();
    expect(await check()).toBe(200);
  });

  test('is restored or removed, never both, in either order', async () => {
    await remove();
    const answers = await Promise.all([restore(), restore(), remove(), restore()]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const [row] = await app.rows<{ deleted: boolean; noted: boolean }>(
      `select o.delete_after is not null as deleted, d.id is not null as noted
       from organizations o left join organization_deletions d on d.id = o.id where o.id = $1`,
      [id],
    );
    expect(row?.noted).toBe(row?.deleted);
  });

  test('must be one that is there', async () => {
    const body = { confirm_name: `Klub ${count}` };
    expect((await admin.delete(`/organizations/${crypto.randomUUID()}`, body)).status).toBe(404);
    expect((await app.as(owner).delete(`/organizations/${id}`, body)).status).toBe(403);
  });
});
