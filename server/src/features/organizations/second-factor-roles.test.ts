import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('whose role must have a second factor stands in the trail, once for each change', async () => {
  const { id: organization_id } = await app.factories.organization();
  const owner = app.as(await app.factories.member({ organization_id, name: 'Maja Kovač' }));
  const set = async (change: object) => {
    const { version } = (await owner.get('/organizations/me')).body;
    expect((await owner.patch('/organizations', { ...change, version })).status).toBe(200);
  };
  await set({ second_factor_roles: ['ORGANIZATION_ADMIN', 'GROUP_ADMIN'] });
  await set({ second_factor_roles: ['GROUP_ADMIN', 'ORGANIZATION_ADMIN'] });
  await set({ name: 'Zvezda' });
  await set({ second_factor_roles: ['ORGANIZATION_ADMIN'] });
  const { body } = await owner.get<{ results: object[] }>('/activity?action=second_factor_roles_changed');
  expect(body.results).toMatchObject([
    { changes: { from: ['GROUP_ADMIN', 'ORGANIZATION_ADMIN'], to: ['ORGANIZATION_ADMIN'] } },
    {
      actor: 'Maja Kovač',
      entity: 'organization',
      entity_id: organization_id,
      changes: { from: [], to: ['ORGANIZATION_ADMIN', 'GROUP_ADMIN'] },
    },
  ]);
});
