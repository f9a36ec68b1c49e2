/** What no page of ours would send. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';

// fixed days: a wrong instant is wrong on every day

let app: TestApp;
let staff: Caller;
let group: Awaited<ReturnType<TestApp['factories']['group']>>;

beforeAll(async () => {
  app = await createTestApp();
  group = await app.factories.group({
    schedule: [{ day: 'friday', start_time: '17:30', duration: 60 }],
  });
  staff = app.as(await app.factories.member({ organization_id: group.organization_id }));
});
afterAll(() => app.close());

test('no span of the calendar holds the process', async () => {
  expect((await staff.get('/sessions?from=9999-12-01&to=9999-12-31')).status).toBe(400);
  expect((await staff.get('/sessions?from=2199-12-01&to=2199-12-31')).status).toBe(200);
});

test.each([
  ['apply_from', '2026-01-01T00:00:00+23:59'],
  ['apply_until', '9999-12-31T23:59:59-12:00'],
  ['start_date', '0000-01-01'],
])('%s %s is refused, for it could never be read again', async (field, value) => {
  const { body } = await staff.get<{ version: number }>(`/groups/${group.id}`);
  expect(await staff.patch(`/groups/${group.id}`, { version: body.version, [field]: value })).toMatchObject({
    status: 422,
    body: { errors: [{ path: field, code: 'invalid_date' }] },
  });
});

test.each([
  '/participants?sort=application_date',
  '/participants?sort=name',
  '/groups?sort=created_at',
  '/groups?sort=name',
  '/categories?limit=1',
  '/notification-templates?limit=1',
])('%s goes on after no made-up cursor', async (path) => {
  const cursors = [
    '2026-01-01 00:00 Mars/Phobos',
    '2026-01-01 +99:99',
    'infinity',
    '\u0000',
    [1, 2],
    { a: 1 },
    1e300,
  ];
  for (const key of cursors) {
    const last_id = Buffer.from(JSON.stringify([key, group.id])).toString('base64url');
    const { status } = await staff.get(`${path}&last_id=${last_id}`);
    expect([key, status < 500]).toEqual([key, true]);
  }
});

test('only JSON is read', async () => {
  const answer = await staff.post('/locations', '{"name":"Dvorana"}', { 'content-type': 'text/plain' });
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
});

test('thousands of unknown fields are not listed back', async () => {
  const body = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
  const answer = await staff.post<{ errors: unknown[] }>('/locations', body);
  expect([answer.status, answer.body.errors.length]).toEqual([422, 100]);
});

test('an address that cannot be decoded is not found, and not repeated', async () => {
  const answer = await app.visitor.get('/groups/%E0%A4%A');
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(JSON.stringify(answer.body)).not.toContain('E0');
});

test('visitors of an address that cannot be decoded are led to one that can, and never to another host', async () => {
  const { port } = new URL((await app.listen()).origin);
  for (const [path, location] of [
    ['/zvezda/%E0%A4%A', '/zvezda/%25E0%25A4%25A'],
    ['//evil.test/%zz', '/evil.test/%25zz'],
    ['/\\evil.test/%zz', '/evil.test/%25zz'],
  ] as const) {
    const [answer] = (await once(get({ host: '127.0.0.1', port, path }), 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  }
});

test('a path longer than any of ours is not looked at', async () => {
  for (const path of ['/groups', '/groups/', '/nothing/', '/auth/session/'])
    expect(await staff.get(`${path}${'/'.repeat(2048)}?limit=1`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  // a query may be longer: a filter names many ids
  const many = Array.from({ length: 60 }, () => `category_id=${group.id}`).join('&');
  expect((await staff.get(`/groups?${many}`)).status).toBe(200);
});

test('no answer is kept by a browser', async () => {
  expect((await staff.get('/users/me')).headers.get('cache-control')).toBe('no-store');
  expect((await app.visitor.get('/users/me')).headers.get('cache-control')).toBe('no-store');
});

test('no page may use a camera, a place or a payment, also where nothing is found', async () => {
  for (const url of ['/', '/nothing', '/api/users/me']) {
    const policy = String((await app.app.inject({ url })).headers['permissions-policy']);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
  }
});
