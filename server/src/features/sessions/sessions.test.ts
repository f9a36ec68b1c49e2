import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const slot = (day: string, start_time: string) => ({ day, start_time, duration: 60 });

test('the meetings of active groups in scope, in order, with places and leaders', async () => {
  const { id: organization_id } = await app.factories.organization();
  const location = await app.factories.location({ organization_id, name: 'Dvorana', max_participants: 8 });
  const jazz = await app.factories.group({
    organization_id,
    location_id: location.id,
    name: { sl: 'Jazz', en: 'Jazz' },
    schedule: [slot('thursday', '19:30'), slot('tuesday', '17:00')],
    start_date: '2026-09-08',
    end_date: '2026-09-17',
  });
  const swing = await app.factories.group({ organization_id, schedule: [slot('tuesday', '09:00')] });
  await app.factories.group({ organization_id, schedule: [slot('tuesday', '08:00')], active: false });
  await app.factories.group({ schedule: [slot('tuesday', '08:00')] });
  await app.factories.participant({ organization_id, group_id: jazz.id, status: 'approved' });
  await app.factories.participant({ organization_id, group_id: jazz.id, status: 'waitlisted' });
  const leader = await app.factories.member({
    organization_id,
    leads: [jazz.id],
    groups: [],
    name: 'Nina Bergant',
    role: 'GROUP_VIEWER_USER',
  });
  const owner = await app.factories.member({ organization_id });

  const query = { from: '2026-09-07', to: '2026-09-20' };
  const { results } = await app.as(owner).api.sessions.list({ query });
  expect(results.map(({ date, start_time, group_id }) => [date, start_time, group_id === jazz.id])).toEqual([
    ['2026-09-08', '09:00', false],
    ['2026-09-08', '17:00', true],
    ['2026-09-10', '19:30', true],
    ['2026-09-15', '09:00', false],
    ['2026-09-15', '17:00', true],
    ['2026-09-17', '19:30', true],
  ]);
  expect(results[1]).toEqual({
    group_id: jazz.id,
    group_name: { sl: 'Jazz', en: 'Jazz' },
    background_color: '#798736',
    date: '2026-09-08',
    start_time: '17:00',
    duration: 60,
    location_name: 'Dvorana',
    leaders: ['Nina Bergant'],
    places: 8,
    taken: 1,
    waiting: 1,
  });
  expect(results[0]).toMatchObject({ group_id: swing.id, location_name: null, leaders: [], places: null });
  const led = await app.as(leader).api.sessions.list({ query });
  expect(new Set(led.results.map((one) => one.group_id))).toEqual(new Set([jazz.id]));
});

test.each([
  ['spring', '2027-03-22', '2027-04-04', ['2027-03-28', '2027-04-04']],
  ['autumn', '2026-10-19', '2026-11-01', ['2026-10-25', '2026-11-01']],
])('no meeting is lost or doubled when clocks change in %s', async (_season, from, to, sundays) => {
  const { organization_id } = await app.factories.group({ schedule: [slot('sunday', '02:30')] });
  const { api } = app.as(await app.factories.member({ organization_id }));
  const { results } = await api.sessions.list({ query: { from, to } });
  expect(results.map((one) => [one.date, one.start_time])).toEqual(sundays.map((date) => [date, '02:30']));
});

test.each([
  ['2026-09-02', '2026-09-01', 'before_start'],
  ['2026-09-01', '2026-11-02', 'too_many_days'],
])('refuses %s to %s: %s', async (from, to, code) => {
  const { get } = app.as(await app.factories.member());
  expect(await get(`/sessions?from=${from}&to=${to}`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'to', code }] },
  });
});

test('gives 62 days at once', async () => {
  const { organization_id } = await app.factories.group({ schedule: [slot('monday', '10:00')] });
  const { api } = app.as(await app.factories.member({ organization_id }));
  const { results } = await api.sessions.list({ query: { from: '2026-09-01', to: '2026-11-01' } });
  expect(results).toHaveLength(8);
});
