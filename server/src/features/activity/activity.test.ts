import { csv } from '@vpisnik/contract/rules/csv';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import type { Member } from '../../../test/factories.ts';

// fixed days: entries are written with their days and found by them

let app: TestApp;
let owner: Member;
let organization_id: string;

type Page = { results: { id: number; action: string; actor: string; changes: object }[]; last_id: string };

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.query('delete from rate_limits');
  owner = await app.factories.member({ name: 'Maja Kovač' });
  organization_id = String(owner.organization_id);
});

const write = (
  action: string,
  given: { name?: string; at?: string; account_id?: string; kind?: string } = {},
) =>
  app.owner.query(
    `insert into activity_log (organization_id, account_id, actor, action, entity, changes, created_at)
     values ($1, $2, $3, $4, 'user', $5, coalesce($6::timestamptz, now()))`,
    [
      organization_id,
      given.account_id ?? owner.id,
      given.name ?? owner.name,
      action,
      { name: given.name ?? '', ...(given.kind && { kind: given.kind }) },
      given.at ?? null,
    ],
  );
const read = async (query = '') => (await app.as(owner).get<Page>(`/activity${query}`)).body;
const actions = async (query = '') => (await read(query)).results.map(({ action }) => action);

describe('the trail', () => {
  test('is read page by page, the latest first, while more comes', async () => {
    for (const action of ['sign_in', 'sign_in_failed', 'password_changed']) await write(action);
    const first = await read('?limit=2&with_total=true');
    expect(first).toMatchObject({
      results: [{ action: 'password_changed' }, { action: 'sign_in_failed' }],
      total: 3,
    });
    await write('user_invited');
    expect(await actions(`?limit=2&last_id=${first.last_id}`)).toEqual(['sign_in']);
    expect((await app.as(owner).get('/activity?last_id=x')).status).toBe(400);
    expect((await app.as(owner).get('/activity?last_id=1%20or%201=1')).status).toBe(400);
  });

  test('is found by person, action and days of the organisation’s zone', async () => {
    const other = await app.factories.member({ organization_id });
    await write('sign_in', { at: '2026-10-31T22:59:00Z' });
    await write('password_changed', { at: '2026-10-31T23:01:00Z' });
    await write('sign_in', { account_id: other.id, at: '2026-11-02T10:00:00Z' });
    expect(await actions('?from=2026-11-01&to=2026-11-01')).toEqual(['password_changed']);
    expect(await actions(`?user_id=${other.id}`)).toEqual(['sign_in']);
    expect(await actions('?action=sign_in&action=user_invited')).toEqual(['sign_in', 'sign_in']);
    expect((await app.as(owner).get('/activity?action=everything')).status).toBe(400);
  });

  test('is found by what it is about, undone work by what it had done', async () => {
    for (const action of ['sign_in', 'user_invited', 'bulk_status', 'bulk_pay', 'message_sent', 'acted_for'])
      await write(action);
    await write('bulk_undone', { kind: 'status' });
    await write('bulk_undone', { kind: 'remind' });
    expect(await actions('?about=payments')).toEqual(['bulk_undone', 'bulk_pay']);
    expect((await read('?about=participants')).results).toMatchObject([
      { action: 'bulk_undone', changes: { kind: 'status' } },
      { action: 'bulk_status' },
    ]);
    expect(await actions('?about=participants&about=payments&about=messages')).toEqual([
      ...['bulk_undone', 'bulk_undone', 'message_sent', 'bulk_pay', 'bulk_status'],
    ]);
    expect(await actions('?about=users')).toEqual(['user_invited']);
    const first = await read('?about=payments&limit=1&with_total=true');
    expect(first).toMatchObject({ results: [{ changes: { kind: 'remind' } }], total: 2 });
    expect(await actions(`?about=payments&limit=1&last_id=${first.last_id}`)).toEqual(['bulk_pay']);
    // with an action, both hold
    expect(await actions('?about=payments&action=bulk_pay&action=sign_in&action=bulk_pay')).toEqual([
      'bulk_pay',
    ]);
    expect(await read('?about=messages&action=sign_in&with_total=true')).toMatchObject({
      results: [],
      total: 0,
    });
    expect((await app.as(owner).get('/activity?about=everything')).status).toBe(400);
  });

  test('is of one organisation, and for its administrators', async () => {
    await write('sign_in');
    const stranger = await app.factories.member();
    expect((await app.as(stranger).get<Page>('/activity')).body.results).toEqual([]);
    expect((await app.as(stranger).get<Page>('/activity?about=sign_in')).body.results).toEqual([]);
    const below = await app.factories.member({ organization_id, role: 'GROUP_ADMIN' });
    expect((await app.as(below).get('/activity')).status).toBe(403);
    expect((await app.as(below).get('/activity?about=participants')).status).toBe(403);
    expect((await app.as(below).get('/activity/export.csv')).status).toBe(403);
  });

  test.each(['api', 'system'] as const)('can’t be changed or deleted as %s', async (role) => {
    await write('sign_in');
    for (const statement of [
      'update activity_log set actor = $1',
      'delete from activity_log where actor = $1',
    ])
      await expect(app.pools[role].query(statement, ['x'])).rejects.toMatchObject({ code: '42501' });
  });

  test('logs an ADMIN acting for the organisation: each write and one read an hour', async () => {
    const admin = await app.factories.member({ role: 'ADMIN', name: 'Petra Vodnik' });
    const acting = app.as(admin, organization_id);
    await acting.get('/groups');
    await acting.get('/categories');
    await acting.post('/locations', { name: 'Velika dvorana' });
    // a POST that only asks is a read
    expect((await acting.post('/sessions/clashes', {})).status).toBe(200);
    // refused calls are not logged
    await acting.post('/locations', { name: '' });
    const { results } = await read();
    expect(results.map(({ actor, action, changes }) => [actor, action, changes])).toEqual([
      ['Petra Vodnik', 'acted_for_write', { call: 'locations.create' }],
      ['Petra Vodnik', 'acted_for', {}],
    ]);
  });
});

describe('the file', () => {
  test('has what the filters find', async () => {
    await write('sign_in');
    await write('message_sent', { name: 'Tabor' });
    const answer = await app.as(owner).get<{ text: string }>('/activity/export.csv?about=messages');
    expect(answer.body.text.trim().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/;Sporočilo poslano;Tabor;$/),
    ]);
  });

  test('is one for spreadsheets, and runs no formulas', async () => {
    await write('user_invited', { name: '=HYPERLINK("https://evil.test")' });
    await write('user_deleted', { name: '@SUM(1;2)' });
    const answer = await app.as(owner).get<{ text: string }>('/activity/export.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('activity.csv');
    const { text } = answer.body;
    expect(text).toContain('Čas;Kdo;Kaj;O kom;Podrobnosti\r\n');
    expect(text).toContain('"\'=HYPERLINK(""https://evil.test"")"');
    expect(text).toContain('"\'@SUM(1;2)"');
    expect(text).not.toMatch(/(^|;)"?[=@]/m);
    const { body: after } = await app
      .as(owner)
      .get<{ results: object[] }>('/activity?action=activity_exported');
    expect(after.results).toMatchObject([{ changes: { count: expect.any(Number) } }]);
  });

  test('tells moments by the organisation’s clocks, and each part of what was done', async () => {
    const changes = {
      ...{ count: 2, filter: {}, names: {} },
      questions: [{ name: 'Alergije', sensitive: true }, { name: 'Majica' }],
    };
    await app.owner.query(
      `insert into activity_log (organization_id, actor, action, entity, changes, created_at)
       values ($1, 'Maja', 'participants_exported', 'export', $2, '2026-08-31T22:30:07.5Z')`,
      [organization_id, changes],
    );
    const lineFor = async (language: 'sl' | 'en') => {
      const reader = await app.factories.member({ organization_id, language });
      const { body } = await app
        .as(reader)
        .get<{ text: string }>('/activity/export.csv?action=participants_exported');
      return body.text.split('\r\n')[1];
    };
    const questions = 'name = Alergije, sensitive = true, name = Majica';
    expect(await lineFor('sl')).toMatch(/^1\. 9\. 2026 00:30:07;/);
    expect(await lineFor('en')).toMatch(/^2026-09-01 00:30:07,/);
    expect(await lineFor('sl')).toContain(`;"count: 2; questions: ${questions}"`);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+386 41 123', "'+386 41 123"],
    ['-5', '-5'],
    ['-5,20', '"-5,20"'],
    ['-cmd', "'-cmd"],
    ['\t=1', "'\t=1"],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['Žiga 😀', 'Žiga 😀'],
  ])('writes %j as %s', (text, written) => {
    expect(csv([[text]], ';')).toBe(`\ufeff${written}\r\n`);
  });
});
