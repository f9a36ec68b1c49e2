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
  // the change is validated together with the stored row
  expect(await patch(`/categories/${id}`, { name: { en: 'Ballet' }, version })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'name.sl', code: 'required' }] },
  });
  const both = await api.categories.update({ params: { id }, body: { languages: ['sl', 'en'], version } });
  expect(both).toMatchObject({ languages: ['sl', 'en'], name: { sl: 'Balet', en: 'Ballet' } });
});

test('a category gets only languages that its organisation offers, and keeps those it has', async () => {
  const member = await app.factories.member();
  const { api, post, patch } = app.as(member);
  const kept = await api.categories.create({ body: balet });
  const slovenian = { ...balet, label: 'samo-slovensko', languages: ['sl' as const] };
  const { id, version } = await api.categories.create({ body: slovenian });
  await app.rows(`update organizations set languages = '{sl}' where id = $1`, [member.organization_id]);
  const refused = { status: 422, body: { errors: [{ path: 'languages', code: 'language_not_offered' }] } };
  expect(await post('/categories', { ...balet, label: 'balet-2' })).toMatchObject(refused);
  expect(await patch(`/categories/${id}`, { languages: ['sl', 'en'], version })).toMatchObject(refused);
  expect(
    await api.categories.update({
      params: { id: kept.id },
      body: { name: { sl: 'Klasični balet', en: 'Ballet' }, languages: ['en', 'sl'], version: kept.version },
    }),
  ).toMatchObject({ name: { sl: 'Klasični balet' } });
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

test('a new category comes last', async () => {
  const { api } = app.as(await app.factories.member());
  const create = async (label: string) =>
    (await api.categories.create({ body: { ...balet, label } })).position;
  expect([await create('a'), await create('b'), await create('c')]).toEqual([0, 1, 2]);
});

/** An organisation with categories of these labels, in this order. */
async function ordered(...labels: string[]) {
  const member = await app.factories.member();
  const organization_id = String(member.organization_id);
  const ids: Record<string, string> = {};
  for (const label of labels) {
    // all at the same place, as rows of an import may be
    ids[label] = (await app.factories.category({ organization_id, label })).id;
  }
  const caller = app.as(member);
  const id = (label: string) => ids[label] ?? label;
  const move = (label: string, side: 'before' | 'after', to: string) =>
    caller.patch(`/categories/${id(label)}/position`, { to: id(to), side });
  const order = async () => (await caller.api.categories.list()).results.map((one) => one.label).join('');
  return { ...caller, id, move, order };
}

test('a category is put before or after another one, without raising the version that an editor holds', async () => {
  const { api, id, move, order } = await ordered('a', 'b', 'c', 'd');
  const before = await api.categories.get({ params: { id: id('b') } });
  await move('d', 'before', 'a');
  expect(await order()).toBe('dabc');
  await move('d', 'after', 'b');
  expect(await order()).toBe('abdc');
  await move('a', 'after', 'c');
  expect(await order()).toBe('bdca');
  expect((await move('a', 'before', 'a')).status).toBe(200);
  expect(await order()).toBe('bdca');
  const { version } = before;
  const renamed = await api.categories.update({ params: { id: id('b') }, body: { label: 'b2', version } });
  expect(renamed.version).toBe(version + 1);
});

test('a category can’t be put beside an unknown one', async () => {
  const { id, move, order } = await ordered('a', 'b');
  const stranger = await app.factories.category();
  expect(await move('a', 'after', stranger.id)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'to', code: 'unknown_id' }] },
  });
  expect((await move(stranger.id, 'after', id('a'))).status).toBe(404);
  expect(await order()).toBe('ab');
});

test('two people who order at once both get what they asked for', async () => {
  const { move, order } = await ordered('a', 'b', 'c', 'd', 'e', 'f');
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([
      move('f', 'before', 'a'),
      move('b', 'after', 'e'),
      move('d', 'before', 'c'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const now = await order();
    expect(now).toHaveLength(6);
    expect(now).toContain('fa');
    expect(now).toContain('eb');
    expect(now).toContain('dc');
    await move('f', 'after', 'e');
    await move('b', 'after', 'a');
  }
});

test('of two who take the same label at once, one is told so', async () => {
  const { post } = app.as(await app.factories.member());
  const answers = await Promise.all([1, 2, 3, 4].map(() => post('/categories', balet)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    errors: [{ path: 'label', code: 'label_taken' }],
  });
});

test.each([
  [{ label: 'Balet!' }, { path: 'label', code: 'invalid_label' }],
  [{ label: 'a'.repeat(81) }, { path: 'label', code: 'too_long', limit: 80 }],
  [{ name: { sl: 'a'.repeat(201), en: 'Ballet' } }, { path: 'name.sl', code: 'too_long', limit: 200 }],
  [{ name: { sl: 'Balet', en: '  ' } }, { path: 'name.en', code: 'required' }],
  [{ name: { sl: 'Balet', en: 'Ballet', de: 'Ballett' } }, { path: 'name.de', code: 'unknown_field' }],
  [{ languages: ['sl', 'de'] }, { path: 'languages.1', code: 'invalid_value' }],
  [{ languages: [] }, { path: 'languages', code: 'too_few' }],
  [{ languages: ['sl', 'sl'] }, { path: 'languages', code: 'duplicate' }],
  [{ description: { sl: 'a'.repeat(5001) } }, { path: 'description.sl', code: 'too_long', limit: 5000 }],
])('%o is refused at its field', async (wrong, error) => {
  const { post } = app.as(await app.factories.member());
  expect(await post('/categories', { ...balet, ...wrong })).toMatchObject({
    status: 422,
    body: { code: 'invalid_fields', errors: [error] },
  });
});

test('of a change and a deletion at once, one is too late', async () => {
  const member = await app.factories.member();
  const { api, patch, delete: remove } = app.as(member);
  const { id, version } = await api.categories.create({ body: balet });
  const [changed, removed] = await Promise.all([
    patch(`/categories/${id}`, { label: 'balet-2', version }),
    remove(`/categories/${id}`),
  ]);
  expect(removed.status).toBe(204);
  expect([200, 404]).toContain(changed.status);
  expect((await patch(`/categories/${id}`, { label: 'balet-3', version })).status).toBe(404);
});

test('a group that picks a category which is being deleted either keeps it or is told', async () => {
  const member = await app.factories.member();
  const { api, post, delete: remove } = app.as(member);
  const { id } = await api.categories.create({ body: balet });
  const group = { label: 'g', name: { sl: 'G' }, languages: ['sl'], category_id: id };
  const [made, removed] = await Promise.all([post('/groups', group), remove(`/categories/${id}`)]);
  if (removed.status === 204)
    expect(made).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'category_id', code: 'unknown_id' }] },
    });
  else expect([made.status, removed.body]).toMatchObject([201, { code: 'in_use' }]);
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
