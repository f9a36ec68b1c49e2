import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('answers of a group are counted by question, also by one that is no longer asked', async () => {
  const group = await app.factories.group();
  const { organization_id } = group;
  const given = { organization_id, group_id: group.id };
  const [first, second, third] = [
    await app.factories.groupField(given),
    await app.factories.groupField(given),
    await app.factories.groupField(given),
  ];
  const answer = (field_id: string) => ({
    field_id,
    label: null,
    name: 'Vprašanje',
    type: 'text',
    value: 'Da',
    text: 'Da',
    sensitive: false,
  });
  for (const asked of [[first, second], [first], []])
    await app.factories.participant({ ...given, answers: asked.map(({ id }) => answer(id)) });
  await app.owner.query('delete from group_fields where id = $1', [second.id]);
  const elsewhere = await app.factories.group({ organization_id });
  await app.factories.participant({ organization_id, group_id: elsewhere.id, answers: [answer(third.id)] });

  const { api } = app.as(await app.factories.member({ organization_id, role: 'GROUP_ADMIN' }));
  const { results } = await api.groups.answers({ params: { id: group.id } });
  expect(Object.fromEntries(results.map(({ field_id, count }) => [field_id, count]))).toEqual({
    [first.id]: 2,
    [second.id]: 1,
  });
});
