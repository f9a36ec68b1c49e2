import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: groups are found by the days they were made with

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A day `days` from today by the clocks of Ljubljana. */
async function dayIn(days: number): Promise<string> {
  const [row] = await app.rows<{ day: string }>(
    `select ((now() at time zone 'Europe/Ljubljana')::date + $1::integer)::text as day`,
    [days],
  );
  return row?.day ?? '';
}

async function school() {
  const { id: organization_id } = await app.factories.organization();
  const given = { organization_id };
  const { api } = app.as(await app.factories.member(given));
  const add = (name: string, fields: object = {}) =>
    app.factories.group({ ...given, name: { sl: name }, ...fields });
  const names = async (input: Parameters<typeof api.groups.list>[0]) =>
    (await api.groups.list(input)).results.map(({ name }) => name.sl);
  return { organization_id, api, add, names };
}

test('groups with a free place are those below their limit, even with a waiting list', async () => {
  const { organization_id, add, names } = await school();
  const hall = await app.factories.location({ organization_id, max_participants: 1 });
  const [full, hallFull, one] = [
    await add('A polna', { capacity: 2 }),
    await add('B polna dvorana', { location_id: hall.id }),
    await add('C eno mesto', { capacity: 2, location_id: hall.id }),
  ];
  await add('D prazna', { capacity: 1 });
  await add('E brez omejitve');
  const apply = (group_id: string, status: string) =>
    app.factories.participant({ organization_id, group_id, status });
  await apply(full.id, 'pending');
  await apply(full.id, 'approved');
  await apply(hallFull.id, 'approved');
  await apply(one.id, 'approved');
  await apply(one.id, 'waitlisted');
  await apply(one.id, 'rejected');
  expect(await names({ query: { free_places: 'true' } })).toEqual([
    'C eno mesto',
    'D prazna',
    'E brez omejitve',
  ]);
  expect(await names({ query: { free_places: 'false' } })).toEqual(['A polna', 'B polna dvorana']);
});

test('groups that take applications are those whose enrolment is open or waiting, and no others', async () => {
  const { organization_id, api, add, names } = await school();
  const [yesterday, today] = [await dayIn(-1), await dayIn(0)];
  const full = [
    await add('A čakalna vrsta', { capacity: 1, when_full: 'waitlist' }),
    await add('B polna', { capacity: 1, when_full: 'close' }),
  ];
  for (const { id } of full)
    await app.factories.participant({ organization_id, group_id: id, status: 'approved' });
  await add('C odprta', { end_date: today, apply_from: `${yesterday}T00:00:00Z`, when_full: 'close' });
  await add('Č končana', { end_date: yesterday });
  await add('D neobjavljena', { active: false });
  await add('E ustavljena', { accept_applications: false });
  await add('F še ne', { apply_from: '2199-01-01T00:00:00Z' });
  await add('G prepozno', { apply_until: `${yesterday}T00:00:00Z` });
  const accepting = ['A čakalna vrsta', 'C odprta'];
  expect(await names({ query: { accepting: 'true' } })).toEqual(accepting);
  const others = await api.groups.list({ query: { accepting: 'false' } });
  expect(others.results.map(({ name }) => name.sl?.[0])).toEqual(['B', 'Č', 'D', 'E', 'F', 'G']);
  for (const { active, enrolment } of others.results)
    expect(active && ['open', 'waitlist'].includes(enrolment)).toBe(false);
});

test('periods go by today and by days, ends included', async () => {
  const { add, names } = await school();
  const [before, today, after] = [await dayIn(-1), await dayIn(0), await dayIn(1)];
  await add('A minula', { start_date: '2020-01-01', end_date: before });
  await add('B zadnji dan', { start_date: before, end_date: today });
  await add('C prvi dan', { start_date: today });
  await add('D jutri', { start_date: after });
  await add('E vedno');
  expect(await names({ query: { period: 'past' } })).toEqual(['A minula']);
  expect(await names({ query: { period: 'current' } })).toEqual(['B zadnji dan', 'C prvi dan', 'E vedno']);
  expect(await names({ query: { period: 'upcoming' } })).toEqual(['D jutri']);
  expect(await names({ query: { period: ['past', 'upcoming'] } })).toEqual(['A minula', 'D jutri']);
  expect(await names({ query: { from: after } })).toEqual(['C prvi dan', 'D jutri', 'E vedno']);
  expect(await names({ query: { to: before } })).toEqual(['A minula', 'B zadnji dan', 'E vedno']);
  expect(await names({ query: { from: today, to: today } })).toEqual([
    'B zadnji dan',
    'C prvi dan',
    'E vedno',
  ]);
});

test('by first day, undated ones last, page by page both ways', async () => {
  const { api, add } = await school();
  await add('vedno');
  await add('kdaj koli');
  await add('jeseni', { start_date: '2026-09-15' });
  await add('spomladi', { start_date: '2027-03-01' });
  const walk = async (sort: 'start_date' | '-start_date') => {
    const seen: (string | undefined)[] = [];
    let last_id: string | null = null;
    do {
      const query: NonNullable<Parameters<typeof api.groups.list>[0]>['query'] = {
        sort,
        limit: 1,
        ...(last_id !== null && { last_id }),
      };
      const page: Awaited<ReturnType<typeof api.groups.list>> = await api.groups.list({ query });
      seen.push(...page.results.map(({ name }) => name.sl));
      ({ last_id } = page);
    } while (last_id !== null);
    return seen;
  };
  const upwards = await walk('start_date');
  expect(upwards.slice(0, 2)).toEqual(['jeseni', 'spomladi']);
  expect(upwards).toHaveLength(4);
  expect(await walk('-start_date')).toEqual(upwards.toReversed());
});

test('archived groups are listed on request', async () => {
  const { api, add, names } = await school();
  const old = await add('A lanska', { active: false });
  await add('B letošnja');
  await api.groups.setStatus({ params: { id: old.id }, body: { archived: true } });
  expect(await names({ query: { archived: 'false' } })).toEqual(['B letošnja']);
  expect(await names({ query: { archived: 'true' } })).toEqual(['A lanska']);
  expect(await names({})).toEqual(['A lanska', 'B letošnja']);
});
