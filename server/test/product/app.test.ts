import { contract } from '@vpisnik/contract/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('members sign in with tokens that the application takes for real', async () => {
  const { factories, as, visitor } = site;
  const member = await factories.member({ role: 'GROUP_EDITOR_USER', groups: [] });
  expect((await as(member).get('/users/me')).body).toMatchObject({
    id: member.id,
    role: 'GROUP_EDITOR_USER',
    organization_id: member.organization_id,
    group_ids: [],
  });
  expect(await visitor.get('/users/me')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  const admin = await factories.member({ role: 'ADMIN' });
  const me = await as(admin, member.organization_id ?? '').api.organizations.me();
  expect(me?.id).toBe(member.organization_id);
});

test('answers over a port as it does in the process', async () => {
  const { as, visitor } = await site.listen();
  const member = await site.factories.member();
  expect((await as(member).api.users.me()).email).toBe(member.email);
  expect((await visitor.get('/nothing')).status).toBe(404);
});

test('describes every call of the contract', async () => {
  const declared = Object.values(contract).flatMap((calls) =>
    Object.values(calls).map(({ method, path }) => `${method.toLowerCase()} ${path}`),
  );
  for (const path of ['/openapi.json', '/docs/json']) {
    const { body } = await site.visitor.get<{ paths: Record<string, object> }>(path);
    const described = Object.entries(body.paths).flatMap(([url, operations]) =>
      Object.keys(operations).map((method) => `${method} ${url}`),
    );
    expect(described.sort()).toEqual(declared.sort());
  }
});

test('factories build their own parents', async () => {
  const { payment, mail, groupField, participant } = site.factories;
  expect((await payment()).amount).toBe('12.50');
  const { id: participant_id, organization_id, group_id } = await participant();
  expect(await mail({ participant_id, organization_id, group_id })).toMatchObject({ state: 'sent' });
  expect(await groupField()).toMatchObject({ widget: 'text', form_field_id: null });
});
