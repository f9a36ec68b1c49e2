/** With a hosted provider in front, what is that one's is refused here, for all calls of the contract. */
import { contract } from '@vpisnik/contract/contract';
import { type Contract, type Endpoint, urlOf } from '@vpisnik/contract/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { organization_archives } from '../../src/db/schema.ts';
import { createTestApp, type TestApp } from '../app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    variables: { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
  });
});
afterAll(() => app.close());

const calls = Object.entries(contract as Contract).flatMap(([noun, endpoints]) =>
  Object.entries(endpoints).map(([action, endpoint]) => ({ name: `${noun}.${action}`, noun, endpoint })),
);
const managed = calls.filter(({ endpoint }) => endpoint.managedByProvider);

const fieldsOf = ({ body }: Endpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

test('each call that is about a password or changes a second factor says who manages it', () => {
  const about = calls.filter(
    ({ noun, endpoint }) =>
      fieldsOf(endpoint).some((field) => /password/.test(field)) ||
      (noun === 'second_factor' && endpoint.method !== 'GET'),
  );
  expect(about.length).toBeGreaterThan(12);
  const unsaid = about.filter(({ endpoint }) => !endpoint.managedByProvider).map(({ name }) => name);
  // the one-time link of a platform administrator works with a hosted provider too; an archive is made and fetched without a password there
  expect(unsaid).toEqual([
    'accounts.confirmPasswordReset',
    'organization_archives.make',
    'organization_archives.file',
  ]);
});

test.each(managed)(
  '$name is refused, but for a platform ADMIN whose password is here',
  async ({ endpoint }) => {
    const { managedByProvider, method } = endpoint;
    const path = urlOf(endpoint, { params: { id: crypto.randomUUID() } });
    const body =
      managedByProvider === true
        ? {}
        : Object.fromEntries(managedByProvider?.map((one) => [one, true]) ?? []);
    const send = async (caller: Pick<ReturnType<TestApp['as']>, 'post' | 'patch'>) =>
      (await (method === 'PATCH' ? caller.patch(path, body) : caller.post(path, body))).body.code;
    if (endpoint.scope === 'open') {
      expect(await send(app.visitor)).toBe('managed_by_provider');
      return;
    }
    expect(await send(app.as(await app.factories.member()))).toBe('managed_by_provider');
    if (managedByProvider !== true) return;
    expect(await send(app.as(await app.factories.member({ role: 'ADMIN' })))).not.toBe('managed_by_provider');
  },
);

test('what is somebody else’s stays as it was', async () => {
  const member = await app.factories.member();
  expect((await app.as(member).get('/second-factor')).status).toBe(200);
  expect(managed.length).toBeGreaterThan(14);
});

test('an archive is made and fetched without a password, but for a platform ADMIN whose password is here', async () => {
  const member = await app.factories.member();
  const make = (caller: ReturnType<TestApp['as']>) => caller.post('/organization-archives', {});
  expect((await make(app.as(member))).status).toBe(202);
  const organization_id = String(member.organization_id);
  const { id } = await app.factories.insert(organization_archives, {
    ...{ organization_id, account_id: member.id, actor: 'Ana', state: 'done', name: 'arhiv.zip', bytes: 6 },
    file_until: new Date(Date.now() + 60_000).toISOString(),
  });
  await app.storage.put(`${organization_id}/${id}/archive.zip`, Buffer.from('arhiv!'));
  const fetched = (caller: ReturnType<TestApp['as']>) =>
    caller.post(`/organization-archives/${id}/archive.zip`, {});
  expect((await fetched(app.as(member))).status).toBe(200);
  const admin = app.as(await app.factories.member({ role: 'ADMIN' }), organization_id);
  for (const call of [make, fetched])
    expect(await call(admin)).toMatchObject({
      ...{ status: 422, body: { errors: [{ path: 'current_password', code: 'required' }] } },
    });
});
