import type { PublicGroupPage } from '@vpisnik/contract/public';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

/** A day some weeks from tomorrow, so that no hour of the day decides what has begun. */
const week = (at: number) => new Date(Date.now() + (1 + 7 * at) * 86_400_000).toISOString().slice(0, 10);
const weekly = (date: string) => [{ day: dayOf(date), start_time: '17:00', duration: 60 }];
const told = async (groupId: string) => {
  const { status, body } = await site.visitor.get<{ group: PublicGroupPage }>(
    `/public/${organization_id}/groups/${groupId}`,
  );
  expect(status).toBe(200);
  const { next_session, changes } = body.group;
  return { next_session, changes };
};

test('a group that simply follows its schedule meets next on its next day', async () => {
  const group = await site.factories.group({ organization_id, schedule: weekly(week(0)) });
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(0), start_time: '17:00', state: 'regular' });
  expect(changes).toEqual([]);
});

test('cancelled dates and closed days are told of and skipped', async () => {
  const { factories } = site;
  const group = await factories.group({ organization_id, schedule: weekly(week(0)) });
  const of = { organization_id, group_id: group.id, start_time: '17:00' };
  await factories.sessionException({ ...of, kind: 'cancelled', date: week(0), reason: { sl: 'Bolezen' } });
  const closed = { organization_id, start_date: week(1), end_date: week(1), name: { sl: 'Dopust' } };
  await factories.closure(closed);
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(2), state: 'regular' });
  expect(changes).toMatchObject([
    { date: week(0), state: 'cancelled', reason: { sl: 'Bolezen' } },
    { date: week(1), state: 'closed', reason: { sl: 'Dopust' } },
  ]);
});

test('a moved session is listed at its new date, even if its old one is beyond the listed days', async () => {
  const { factories } = site;
  const group = await factories.group({ organization_id, schedule: weekly(week(0)), start_date: week(1) });
  const of = { organization_id, group_id: group.id, date: week(20), start_time: '17:00' };
  const now = { new_date: week(3), new_start_time: '09:00', new_duration: 90 };
  await factories.sessionException({ ...of, ...now, kind: 'moved' });
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(1), state: 'regular' });
  expect(changes).toMatchObject([{ date: week(3), start_time: '09:00', duration: 90, state: 'moved' }]);
});

test('a date that is somewhere else is told of with its place', async () => {
  const { factories } = site;
  const group = await factories.group({ organization_id, schedule: weekly(week(0)), start_date: week(1) });
  const { id: location_id } = await factories.location({ organization_id, name: 'Oder na trgu' });
  const of = { organization_id, group_id: group.id, location_id };
  await factories.sessionException({ ...of, kind: 'added', new_date: week(2), new_start_time: '09:00' });
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(1), other_location_name: null });
  expect(changes).toMatchObject([{ date: week(2), other_location_name: 'Oder na trgu' }]);
});

test('before a season, its first two months are told of', async () => {
  const { factories } = site;
  const group = await factories.group({ organization_id, schedule: weekly(week(0)), start_date: week(40) });
  const of = { organization_id, group_id: group.id, kind: 'cancelled', start_time: '17:00' };
  for (const at of [39, 40, 43, 60]) await factories.sessionException({ ...of, date: week(at) });
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(41) });
  expect(changes).toMatchObject([{ date: week(40) }, { date: week(43) }]);
});

test('a date that is added before the first day comes first', async () => {
  const { factories } = site;
  const group = await factories.group({ organization_id, schedule: weekly(week(0)), start_date: week(40) });
  const meeting = { organization_id, group_id: group.id, kind: 'added' as const, new_start_time: '18:00' };
  await factories.sessionException({ ...meeting, new_date: week(2) });
  await factories.sessionException({ ...meeting, new_date: week(-1) });
  const { next_session, changes } = await told(group.id);
  expect(next_session).toMatchObject({ date: week(2), start_time: '18:00', state: 'added' });
  expect(changes).toMatchObject([{ date: week(2), state: 'added' }]);
});

test.each([
  ['the first one of a group that has not begun', 1, 1, true],
  ['the first one of a group that has begun already', -1, 1, true],
  ['the second one after one that began on the first day, at midnight', 0, 0, false],
  ['the second one after one that is over', -8, 1, false],
])('the next session is %s', async (_, starts, meets, first) => {
  const inDays = (days: number) => addDays(localDay(new Date(), 'Europe/Ljubljana'), days);
  const schedule = [{ day: dayOf(inDays(meets)), start_time: '00:00', duration: 60 }];
  const group = await site.factories.group({ organization_id, schedule, start_date: inDays(starts) });
  expect((await told(group.id)).next_session).toMatchObject({ date: inDays(meets || 7), first });
});

test('changes of other groups and past ones are not listed', async () => {
  const { factories } = site;
  const schedule = weekly(week(0));
  const group = await factories.group({ organization_id, schedule });
  const other = await factories.group({ organization_id, schedule });
  const cancelled = { organization_id, kind: 'cancelled' as const, start_time: '17:00' };
  await factories.sessionException({ ...cancelled, group_id: other.id, date: week(0) });
  await factories.sessionException({ ...cancelled, group_id: group.id, date: week(-1) });
  expect(await told(group.id)).toMatchObject({ next_session: { date: week(0) }, changes: [] });
});
