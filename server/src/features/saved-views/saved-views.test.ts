import type { SavedView } from '@vpisnik/contract/saved-views';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: a month that a view names, whenever that is

let site: TestApp;
let organization_id: string;
let ana: Caller;
let eva: Caller;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
  ana = site.as(await site.factories.member({ organization_id }));
  eva = site.as(await site.factories.member({ organization_id }));
});

type Refusal = { code: string; errors?: { path: string; code: string }[]; current?: SavedView };

const save = (caller: Caller, body: object) => caller.post<SavedView & Refusal>('/saved-views', body);
const seen = async (caller: Caller) =>
  (await caller.get<{ results: SavedView[] }>('/saved-views')).body.results;
const names = async (caller: Caller) => (await seen(caller)).map(({ name }) => name);

test('a view is its maker’s alone until it is shared, and then all administrators’', async () => {
  const filters = { status: ['waitlisted'], age_from: 7 };
  const { status, body } = await save(ana, { name: 'Čakajo', filters, sort: 'waiting_position' });
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'Čakajo',
      shared: false,
      filters,
      sort: 'waiting_position',
      columns: null,
      missing: [],
      version: 1,
    },
  ]);
  await save(ana, { name: 'Ana vse', shared: true, columns: ['group', 'age'] });
  expect(await names(ana)).toEqual(['Ana vse', 'Čakajo']);
  expect(await names(eva)).toEqual(['Ana vse']);
  for (const answer of [
    await eva.patch(`/saved-views/${body.id}`, { version: 1, name: 'Moj' }),
    await eva.delete(`/saved-views/${body.id}`),
  ])
    expect(answer.status).toBe(404);
  const shared = await ana.patch<SavedView>(`/saved-views/${body.id}`, { version: 1, shared: true });
  expect(shared.body).toMatchObject({ shared: true, filters, version: 2 });
  expect(await names(eva)).toEqual(['Ana vse', 'Čakajo']);
  const elsewhere = site.as(await site.factories.member());
  expect(await names(elsewhere)).toEqual([]);
  expect((await elsewhere.delete(`/saved-views/${body.id}`)).status).toBe(404);
});

test('renamed and replaced at a version, and deleted', async () => {
  const { body } = await save(ana, {
    name: 'Skupna',
    shared: true,
    filters: { search: 'Ana', status: 'pending' },
  });
  const path = `/saved-views/${body.id}`;
  const changed = await eva.patch<SavedView>(path, {
    version: 1,
    name: 'Novo ime',
    filters: { language: ['en'] },
    columns: ['reference'],
  });
  expect(changed.body).toMatchObject({
    name: 'Novo ime',
    filters: { language: ['en'] },
    columns: ['reference'],
  });
  expect(changed.body.filters).not.toHaveProperty('search');
  const stale = await ana.patch<Refusal>(path, { version: 1, name: 'Staro ime' });
  expect([stale.status, stale.body.code, stale.body.current?.name]).toEqual([
    409,
    'edit_conflict',
    'Novo ime',
  ]);
  expect((await ana.delete(path)).status).toBe(204);
  expect((await ana.delete(path)).status).toBe(404);
  expect(await names(eva)).toEqual([]);
});

test('has a name that its readers have not got yet', async () => {
  await save(ana, { name: 'Nove' });
  const again = await save(ana, { name: ' Nove ' });
  expect([again.status, again.body.code, again.body.errors]).toEqual([
    409,
    'name_taken',
    [{ path: 'name', code: 'name_taken' }],
  ]);
  expect((await save(eva, { name: 'Nove' })).status).toBe(201);
  expect((await save(eva, { name: 'Nove', shared: true })).status).toBe(201);
  expect((await save(ana, { name: 'Nove', shared: true })).body.code).toBe('name_taken');
});

test('says what it names that is gone, and keeps the rest', async () => {
  const { factories } = site;
  const [group, category] = [
    await factories.group({ organization_id }),
    await factories.category({ organization_id }),
  ];
  const [field, column] = [
    await factories.formField({ organization_id }),
    await factories.formField({ organization_id }),
  ];
  const own = await factories.groupField({ organization_id, group_id: group.id });
  const leader = await factories.member({ organization_id });
  await save(ana, {
    name: 'Vse',
    filters: {
      group_id: [group.id],
      category_id: [category.id],
      leader_id: [leader.id],
      answer: [`${field.id}:*`],
    },
    columns: ['age', column.id, own.id],
  });
  expect(await seen(ana)).toMatchObject([{ missing: [] }]);
  await site.rows('delete from categories where id = $1', [category.id]);
  await site.rows('delete from form_fields where id = any ($1)', [[field.id, column.id]]);
  expect(await seen(ana)).toMatchObject([
    { missing: ['category_id', 'answer', 'columns'], filters: { group_id: [group.id] } },
  ]);
});

test('goes with the account of its maker, unless it is shared', async () => {
  const gone = await site.factories.member({ organization_id });
  await save(site.as(gone), { name: 'Zasebni' });
  await save(site.as(gone), { name: 'Skupni', shared: true });
  expect((await ana.delete(`/users/${gone.id}`)).status).toBe(204);
  expect(await names(ana)).toEqual(['Skupni']);
  expect(
    await site.rows('select name from saved_views where organization_id = $1', [organization_id]),
  ).toEqual([{ name: 'Skupni' }]);
});

test('belongs to one list, whose filters, orders and names are its own', async () => {
  const filters = { status: ['overdue'], method: ['cash'] };
  const { body } = await save(ana, { name: 'Nove', list: 'payments', filters, columns: ['instalment'] });
  expect(body).toMatchObject({ list: 'payments', filters, sort: 'expiration_date', columns: ['instalment'] });
  expect((await save(ana, { name: 'Nove', list: 'participants' })).body).toMatchObject({
    ...{ list: 'participants', sort: '-application_date' },
  });
  expect((await save(ana, { name: 'Nove', list: 'payments' })).body.code).toBe('name_taken');
  const strange = { filters: { age_from: 7 }, sort: 'waiting_position' };
  for (const { body: refused } of [
    await save(ana, { name: 'Tuje', list: 'payments', ...strange }),
    await ana.patch<Refusal>(`/saved-views/${body.id}`, { version: 1, ...strange }),
  ])
    expect(refused.errors).toEqual([
      { path: 'filters', code: 'invalid_value' },
      { path: 'sort', code: 'invalid_value' },
    ]);
  const own = { filters: { due_month: '2026-11' }, sort: '-amount' };
  expect((await ana.patch(`/saved-views/${body.id}`, { version: 1, ...own })).body).toMatchObject(own);
});

test('an account sees at most a hundred', async () => {
  await site.rows(
    `insert into saved_views (organization_id, name) select $1, 'Pogled ' || i from generate_series(1, 100) i`,
    [organization_id],
  );
  expect((await save(ana, { name: 'Odveč' })).body.code).toBe('too_many_views');
});

test.each([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: 'A'.repeat(201) }, 'name'],
  [{ name: 'A', filters: { status: ['none'] } }, 'filters'],
  [{ name: 'A', filters: { unknown: 1 } }, 'filters'],
  [{ name: 'A', sort: 'email' }, 'sort'],
  [{ name: 'A', columns: ['a b'] }, 'columns'],
])('refuses %j', async (body, path) => {
  const answer = await save(ana, body);
  expect([answer.status, answer.body.code]).toEqual([422, 'invalid_fields']);
  expect(answer.body.errors?.[0]?.path.split('.')[0]).toBe(path);
});
