import type { Installation } from '@vpisnik/contract/installation';
import type { Me } from '@vpisnik/contract/users';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';
import { holdUp } from '../../../test/hold-up.ts';
import { until } from '../../../test/until.ts';
import { createApp } from '../../app.ts';
import { createPools } from '../../db/connection/pools.ts';
import { installationOf } from '../../installation/state.ts';

let site: TestApp;
let operator: Caller;
let staff: Caller;
let organization_id: string;
beforeAll(async () => {
  site = await createTestApp();
  operator = site.as(await site.factories.member({ role: 'ADMIN', name: 'Ana Kos' }));
  organization_id = (await site.factories.organization()).id;
  staff = site.as(await site.factories.member({ organization_id }));
});
afterEach(async () => {
  await site.owner.query('delete from installation_settings');
  await installationOf(site.pools.system).renew();
});
afterAll(() => site.close());

const present = async () => (await operator.get<Installation>('/installation')).body;
const change = async (given: object) =>
  operator.patch<Installation>('/installation', { version: (await present()).version, ...given });
const told = async (caller = staff) => (await caller.get<Me>('/users/me')).body.notice;

test('says nothing until the operator does, and then who did', async () => {
  expect(await present()).toEqual({
    ...{ notice: {}, read_only: false, changed_by: null, updated_at: null, version: 1 },
  });
  expect(await told()).toBeNull();
  const notice = { sl: 'Danes ob 20.00 Vpisnik posodobimo.', en: 'Vpisnik is updated today at 20:00.' };
  const { body, headers } = await change({ notice });
  expect(body).toMatchObject({ notice, read_only: false, changed_by: 'Ana Kos', version: 2 });
  expect(body.updated_at).not.toBeNull();
  expect(await told()).toEqual({ texts: notice, read_only: false, version: 2 });
  expect(headers.get('x-notice')).toBeNull();
  const { headers: next } = await staff.get('/locations');
  expect(next.get('x-notice')).toBe('2');
  // a notice alone holds up nobody
  expect((await staff.post('/locations', { name: 'Dvorana' })).status).toBe(201);
  await change({ notice: { sl: '', en: '' } });
  expect(await told()).toBeNull();
  expect((await staff.get('/locations')).headers.get('x-notice')).toBeNull();
});

test('refuses long texts and other languages, and keeps what is not sent', async () => {
  await change({ notice: { sl: 'a'.repeat(300) }, read_only: true });
  const { status, body } = await change({ read_only: false });
  expect([status, body.notice.sl?.length]).toEqual([200, 300]);
  for (const notice of [{ sl: 'a'.repeat(301) }, { de: 'Wartung' }, { sl: 'Prva\nDruga' }, 'Posodobitev'])
    expect(await change({ notice })).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
});

test('two who change it at the same time: the second one is told of the first', async () => {
  const { version } = await present();
  const both = [{ notice: { sl: 'Prvo' } }, { notice: { sl: 'Drugo' } }];
  const answers = await Promise.all(
    both.map((given) => operator.patch<Installation>('/installation', { version, ...given })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'edit_conflict', current: await present() });
});

test('read-only mode refuses changes until it is switched off, and an ADMIN may do that meanwhile', async () => {
  await change({ read_only: true });
  expect(await staff.post('/locations', { name: 'Dvorana' })).toMatchObject({
    status: 503,
    body: { code: 'read_only', retry_after: 60 },
  });
  expect((await staff.get('/locations')).status).toBe(200);
  expect(await told()).toEqual({ texts: {}, read_only: true, version: 2 });
  expect(await staff.patch('/installation', { version: 2, read_only: false })).toMatchObject({ status: 403 });
  expect((await change({ read_only: false })).status).toBe(200);
  expect((await staff.post('/locations', { name: 'Dvorana' })).status).toBe(201);
});

/** Another process of the installation. */
async function startOther() {
  const pools = createPools(site.env);
  const app = await createApp({ env: site.env, pools, storage: site.storage });
  return {
    ...{ app, pools },
    async [Symbol.asyncDispose]() {
      await app.close();
      await pools.close();
    },
  };
}

test('another process hears of it within seconds, and asks the database once for all its requests', async () => {
  await using other = await startOther();
  const { app, pools } = other;
  const post = () => app.inject({ method: 'POST', url: '/api/locations' });
  expect((await post()).statusCode).toBe(401);
  await change({ read_only: true });
  await until(async () => expect((await post()).statusCode).toBe(503));
  const asked = vi.spyOn(pools.system, 'query');
  await Promise.all(Array.from({ length: 50 }, post));
  expect(asked.mock.calls.length).toBeLessThanOrEqual(1);
});

test('a process that has just started takes no change before it knows whether it may', async () => {
  await change({ read_only: true });
  await using other = await startOther();
  const { app, pools } = other;
  const held = await holdUp(site, 'installation_settings');
  const answer = app.inject({ method: 'POST', url: '/api/locations' }).then((reply) => reply.json());
  await held.waiting(1);
  // what only tells of it is patient no longer
  expect(await installationOf(pools.system).present()).toMatchObject({ read_only: false });
  await held.release();
  expect(await answer).toMatchObject({ code: 'read_only' });
});

test('a database that does not answer holds nobody up: what was known last counts', async () => {
  await change({ read_only: true });
  const held = await holdUp(site, 'installation_settings');
  const state = await installationOf(site.pools.system).present(0);
  await held.release();
  expect(state).toMatchObject({ read_only: true });
});
