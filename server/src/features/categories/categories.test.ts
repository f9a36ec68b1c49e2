import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const balet = {
  label: 'balet',
  languages: ['sl', 'en'] as ('sl' | 'en')[],
  name: { sl: 'Balet', en: 'Ballet' },
};

test('a category keeps a name in each of its languages', async () => {
  const { api, patch } = app.as(await app.factories.member());
  await expect(api.categories.create({ body: { ...balet, name: { sl: 'Balet' } } })).rejects.toMatchObject({
    problem: { code: 'invalid_fields', errors: [{ path: 'name.en', code: 'required' }] },
  });
  const { id, version } = await api.categories.create({ body: { ...balet, languages: ['sl'] } });
  // what is sent is judged together with what is there
  expect(await patch(`/categories/${id}`, { name: { en: 'Ballet' }, version })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'name.sl', code: 'required' }] },
  });
  const both = await api.categories.update({ params: { id }, body: { languages: ['sl', 'en'], version } });
  expect(both).toMatchObject({ languages: ['sl', 'en'], name: { sl: 'Balet', en: 'Ballet' } });
});

test('a label is taken once in an organisation, and free in another', async () => {
  const { post } = app.as(await app.factories.member());
  expect((await post('/categories', balet)).status).toBe(201);
  expect(await post('/categories', balet)).toMatchObject({
    status: 409,
    body: { code: 'label_taken', errors: [{ path: 'label', code: 'label_taken' }] },
  });
  expect((await app.as(await app.factories.member()).post('/categories', balet)).status).toBe(201);
});

test('categories come in their order, page by page', async () => {
  const member = await app.factories.member();
  const organization_id = String(member.organization_id);
  for (const position of [3, 1, 2, 1]) await app.factories.category({ organization_id, position });
  const { api } = app.as(member);
  const first = await api.categories.list({ query: { limit: 3, with_total: 'true' } });
  expect(first.results.map((one) => one.position)).toEqual([1, 1, 2]);
  expect(first.total).toBe(4);
  const { last_id } = first;
  const second = await api.categories.list({ query: { limit: 3, ...(last_id && { last_id }) } });
  expect(second.results.map((one) => one.position)).toEqual([3]);
  expect(second.last_id).toBeNull();
});

test('a new category comes last, unless it says where', async () => {
  const { api } = app.as(await app.factories.member());
  const create = async (label: string, position?: number) =>
    (await api.categories.create({ body: { ...balet, label, ...(position !== undefined && { position }) } }))
      .position;
  expect([await create('a'), await create('b'), await create('c', 7), await create('d')]).toEqual([
    0, 1, 7, 8,
  ]);
});

test('a category with groups can be hidden, but not deleted', async () => {
  const group = await app.factories.group();
  const { api } = app.as(await app.factories.member({ organization_id: group.organization_id }));
  const params = { id: group.category_id };
  await expect(api.categories.remove({ params })).rejects.toMatchObject({ code: 'in_use' });
  expect(await api.categories.setStatus({ params, body: { active: false } })).toMatchObject({
    active: false,
    groups_count: 1,
  });
});

test('groups counted for a limited user are those in their scope', async () => {
  const group = await app.factories.group();
  const { organization_id, category_id } = group;
  await app.factories.group({ organization_id, category_id });
  const limited = await app.factories.member({
    organization_id,
    role: 'GROUP_VIEWER_USER',
    groups: [group.id],
  });
  const category = await app.as(limited).api.categories.get({ params: { id: category_id } });
  expect(category.groups_count).toBe(1);
});
