import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let site: TestApp;
let organization_id: string;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());
beforeEach(async () => {
  organization_id = (await site.factories.organization()).id;
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const instant = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();

type Body = {
  for_children: boolean;
  locations: { id: string; name: string }[];
  results: { id: string; name: { sl: string }; enrolment: string }[];
  total: number;
  page: number;
};
const get = (query = '', headers = {}) =>
  site.visitor.get<Body>(`/public/${organization_id}/groups${query}`, headers);
const namesOf = async (query = '') => (await get(query)).body.results.map(({ name }) => name.sl);
const group = (sl: string, given: object = {}) =>
  site.factories.group({ organization_id, name: { sl }, ...given });
const fill = (to: { id: string }, status = 'approved') =>
  site.factories.participant({ organization_id, group_id: to.id, status });

test('all groups of all categories stand in the order of a category, ended and hidden ones not at all', async () => {
  await group('A zaprta', { accept_applications: false });
  await group('B prepozno', { apply_until: instant(-1) });
  await group('C prezgodaj', { apply_from: instant(1) });
  await group('D končana', { end_date: day(-3) });
  await fill(await group('E polna', { capacity: 1, when_full: 'close' }));
  await fill(await group('F čaka', { capacity: 1 }));
  await fill(await group('G v vrsti', { capacity: 5 }), 'waitlisted');
  await group('Š odprta');
  await group('S odprta', { end_date: day(1) });
  await group('H skrita', { active: false });
  await site.factories.group();
  const { body } = await get();
  expect(body.results.map(({ name, enrolment }) => [name.sl, enrolment])).toEqual([
    ['S odprta', 'open'],
    ['Š odprta', 'open'],
    ['F čaka', 'waitlist'],
    ['G v vrsti', 'waitlist'],
    ['C prezgodaj', 'not_yet'],
    ['A zaprta', 'closed'],
    ['B prepozno', 'closed'],
    ['E polna', 'full'],
  ]);
  expect(body).toMatchObject({ total: 8, page: 1 });
});

test('an organisation is for children when all its groups that name ages are, on both pages that ask for one', async () => {
  const isForChildren = async () => {
    const path = `/public/${organization_id}/categories`;
    const categories = await site.visitor.get<{ for_children: boolean }>(path);
    const { body } = await get();
    expect(body.for_children).toBe(categories.body.for_children);
    return body.for_children;
  };
  await group('Za vse');
  expect(await isForChildren()).toBe(false);
  await group('Otroci', { age_from: 5, age_to: 12 });
  expect(await isForChildren()).toBe(true);
  await group('Končana', { age_from: 60, end_date: day(-3) });
  await group('Skrita', { age_from: 60, active: false });
  expect(await isForChildren()).toBe(true);
  await group('Odrasli', { age_from: 16 });
  expect(await isForChildren()).toBe(false);
});

test('groups of an inactive category are not listed, nor are the places where only they meet', async () => {
  const off = await site.factories.category({ organization_id, active: false });
  const hall = await site.factories.location({ organization_id, name: 'Dvorana' });
  const kept = await group('Po naslovu', { category_id: off.id, location_id: hall.id });
  await group('Vidna');
  const { body } = await get();
  expect([body.results.map(({ name }) => name.sl), body.total, body.locations]).toEqual([['Vidna'], 1, []]);
  expect((await site.visitor.get(`/public/${organization_id}/groups/${kept.id}`)).status).toBe(200);
});

test('a group that ends today by the clocks of its organisation is still there, one that ended yesterday is not', async () => {
  // fourteen hours ahead: its day is another one than that of the database for most of the day
  organization_id = (await site.factories.organization({ time_zone: 'Pacific/Kiritimati' })).id;
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(new Date());
  const before = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  await group('Danes', { end_date: today });
  await group('Včeraj', { end_date: before });
  expect(await namesOf()).toEqual(['Danes']);
});

describe('filters', () => {
  test('by age take groups for it, and then those for any age', async () => {
    await group('Od 6 do 8', { age_from: 6, age_to: 8 });
    await group('Od 7', { age_from: 7 });
    await group('Do 7', { age_to: 7 });
    await group('Brez starosti');
    expect(await namesOf('?age=7')).toEqual(['Do 7', 'Od 6 do 8', 'Od 7', 'Brez starosti']);
    expect(await namesOf('?age=6')).toEqual(['Do 7', 'Od 6 do 8', 'Brez starosti']);
    expect(await namesOf('?age=9')).toEqual(['Od 7', 'Brez starosti']);
    expect(await namesOf('?age=0')).toEqual(['Do 7', 'Brez starosti']);
  });

  test('by day take groups that meet on it, among other days too', async () => {
    const at = (days: string[]) => ({
      schedule: days.map((one) => ({ day: one, start_time: '17:30', duration: 60 })),
    });
    await group('Torek', at(['tuesday']));
    await group('Torek in petek', at(['friday', 'tuesday']));
    await group('Petek', at(['friday']));
    await group('Po dogovoru');
    expect(await namesOf('?day=tuesday')).toEqual(['Torek', 'Torek in petek']);
    expect(await namesOf('?day=sunday')).toEqual([]);
  });

  test('by place take its groups; all places where groups meet are told of', async () => {
    const place = (name: string) => site.factories.location({ organization_id, name });
    const [hall, stage, empty, past] = [
      await place('Čajnica'),
      await place('Dvorana'),
      await place('Brez skupin'),
      await place('Nekoč'),
    ];
    await group('V dvorani', { location_id: stage.id });
    await group('V čajnici', { location_id: hall.id });
    await group('Lani', { location_id: past.id, end_date: day(-30) });
    const { body } = await get(`?location_id=${stage.id}`);
    expect(body.results.map(({ name }) => name.sl)).toEqual(['V dvorani']);
    expect(body.locations).toEqual([
      { id: hall.id, name: 'Čajnica' },
      { id: stage.id, name: 'Dvorana' },
    ]);
    expect(await namesOf(`?location_id=${empty.id}`)).toEqual([]);
  });

  test('by free places take groups where an application gets one, as the page of the group has it', async () => {
    const hall = await site.factories.location({ organization_id, max_participants: 1 });
    await group('Brez omejitve');
    await group('Še eno', { capacity: 2 }).then((one) => fill(one, 'pending'));
    await group('Kmalu', { capacity: 2, apply_from: instant(1) });
    await group('Kmalu, a polna', { capacity: 1, apply_from: instant(1) }).then((one) => fill(one));
    await group('Polna', { capacity: 1 }).then((one) => fill(one));
    await group('Polna dvorana', { location_id: hall.id }).then((one) => fill(one));
    await group('Prosto, a čakajo', { capacity: 5 }).then((one) => fill(one, 'waitlisted'));
    await group('Prosto po zavrnitvi', { capacity: 1 }).then((one) => fill(one, 'rejected'));
    await group('Zaprta', { accept_applications: false });
    expect(await namesOf('?free_places=true')).toEqual([
      'Brez omejitve',
      'Prosto po zavrnitvi',
      'Še eno',
      'Kmalu',
    ]);
    expect((await get('?free_places=false')).body.total).toBe(9);
  });

  test('work together', async () => {
    const schedule = [{ day: 'tuesday', start_time: '17:30', duration: 60 }];
    await group('Prava', { age_from: 6, age_to: 8, schedule });
    await group('Premladi', { age_from: 3, age_to: 5, schedule });
    await group('Drugi dan', { age_from: 6, age_to: 8 });
    expect(await namesOf('?age=7&day=tuesday&free_places=true')).toEqual(['Prava']);
  });

  test.each([
    'age=-1',
    'age=151',
    'age=7.5',
    'age=',
    'day=torek',
    'location_id=1',
    'free_places=yes',
    'page=0',
    'x=1',
  ])('refuse what is none: %s', async (query) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

test('pages of 24 show every group once; behind the last one comes the first', async () => {
  const { id: category_id } = await site.factories.category({ organization_id });
  for (let number = 10; number < 60; number += 1) await group(`Skupina ${number}`, { category_id });
  const pages = await Promise.all([1, 2, 3].map((page) => get(`?page=${page}`)));
  expect(pages.map(({ body }) => [body.results.length, body.total])).toEqual([
    [24, 50],
    [24, 50],
    [2, 50],
  ]);
  const seen = pages.flatMap(({ body }) => body.results.map(({ name }) => name.sl));
  expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => `Skupina ${at + 10}`));
  const { body } = await get('?page=4');
  expect([body.page, body.results[0]?.name.sl, body.total]).toEqual([1, 'Skupina 10', 50]);
});

test('names are in the order of the asked language', async () => {
  await site.factories.group({ organization_id, name: { sl: 'Zumba', en: 'Aerobics' } });
  await site.factories.group({ organization_id, name: { sl: 'Balet', en: 'Ballet' } });
  expect(await namesOf()).toEqual(['Balet', 'Zumba']);
  const { body } = await get('', { 'accept-language': 'en' });
  expect(body.results.map(({ name }) => name.sl)).toEqual(['Zumba', 'Balet']);
});

test('no group takes the word that stands for all of them', async () => {
  const staff = site.as(await site.factories.member({ organization_id }));
  const { id: category_id } = await site.factories.category({ organization_id });
  const sent = { label: 'groups', name: { sl: 'Groups' }, languages: ['sl'], category_id };
  expect(await staff.post('/groups', sent)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'label', code: 'label_reserved' }] },
  });
});
