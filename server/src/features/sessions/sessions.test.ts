import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

// fixed days: every list is asked for by its first and last day; clashes, of days to come alone, in 2094

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
    category_id: jazz.category_id,
    background_color: '#798736',
    date: '2026-09-08',
    start_time: '17:00',
    duration: 60,
    state: 'regular',
    reason: {},
    exception_id: null,
    moved_from: null,
    location_id: location.id,
    location_name: 'Dvorana',
    other_location_id: null,
    leaders: [{ id: leader.id, name: 'Nina Bergant' }],
    absent: [],
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

test('unpublished groups show when they are asked for, alone or with what departs from their schedule', async () => {
  const { id: organization_id } = await app.factories.organization();
  const draft = await app.factories.group({
    organization_id,
    active: false,
    schedule: [slot('monday', '10:00')],
    end_date: '2026-09-07',
  });
  const { api } = app.as(await app.factories.member({ organization_id }));
  await app.factories.sessionException({ organization_id, group_id: draft.id });
  const span = { from: '2026-09-07', to: '2026-09-13' };
  const dates = async (query: object) =>
    (await api.sessions.list({ query: { ...span, ...query } })).results.map(({ date, state }) => [
      date,
      state,
    ]);
  expect(await dates({})).toEqual([]);
  const both = [
    ['2026-09-07', 'regular'],
    ['2026-09-12', 'added'],
  ];
  expect(await dates({ active: 'false' })).toEqual(both);
  expect(await dates({ group_id: draft.id })).toEqual(both);
  expect(await dates({ group_id: draft.id, from: '2026-09-12', to: '2026-09-12' })).toEqual([both[1]]);
});

describe('what a schedule would clash with', () => {
  async function hall() {
    const { id: organization_id } = await app.factories.organization();
    const location = await app.factories.location({ organization_id });
    const leader = await app.factories.member({ organization_id, name: 'Nina Bergant' });
    const staff = app.as(await app.factories.member({ organization_id, role: 'GROUP_EDITOR_USER' }));
    const jazz = await app.factories.group({
      organization_id,
      location_id: location.id,
      name: { sl: 'Jazz' },
      schedule: [slot('tuesday', '17:00')],
    });
    const clashes = async (body: object) => {
      const draft = { location_id: location.id, schedule: [slot('tuesday', '17:30')], ...body };
      return (await staff.post<{ results: object[] }>('/sessions/clashes', draft)).body.results;
    };
    return { organization_id, location, leader, jazz, clashes };
  }

  test('is who has the place or a leader at the same time, with the first date', async () => {
    const { organization_id, location, leader, jazz, clashes } = await hall();
    const swing = await app.factories.group({ organization_id, schedule: [slot('tuesday', '18:00')] });
    await app.rows('insert into group_leaders values ($1, $2, $3)', [organization_id, swing.id, leader.id]);
    const next = '2094-01-05';
    const schedule = [slot('monday', '17:30'), slot('tuesday', '17:30')];
    const span = { start_date: '2094-01-01', end_date: '2094-01-31' };
    expect(await clashes({ schedule, leader_ids: [leader.id], ...span })).toMatchObject([
      { slot: 1, group_id: jazz.id, date: next, start_time: '17:00', count: 4, location: true, leaders: [] },
      {
        slot: 1,
        group_id: swing.id,
        date: next,
        start_time: '18:00',
        count: 4,
        location: false,
        leaders: [{ id: leader.id, name: 'Nina Bergant' }],
      },
    ]);
    expect(await clashes({ schedule, location_id: null, ...span })).toEqual([]);
    expect(location.id).not.toBe(null);
  });

  test('is not the group itself, nor one that only touches it, has ended or is archived', async () => {
    const { organization_id, location, jazz, clashes } = await hall();
    const given = { organization_id, location_id: location.id, schedule: [slot('tuesday', '17:30')] };
    await app.factories.group({ ...given, end_date: '2020-01-01' });
    const archived = await app.factories.group({ ...given, active: false });
    await app.rows('update groups set archived_at = now() where id = $1', [archived.id]);
    expect(await clashes({ group_id: jazz.id })).toEqual([]);
    expect(await clashes({ schedule: [slot('tuesday', '18:00')], group_id: jazz.id })).toEqual([]);
    expect(await clashes({ schedule: [slot('tuesday', '16:30')] })).toMatchObject([{ group_id: jazz.id }]);
  });

  test('is a draft as well', async () => {
    const { organization_id, location, jazz, clashes } = await hall();
    const given = { organization_id, location_id: location.id, schedule: [slot('tuesday', '17:30')] };
    const draft = await app.factories.group({ ...given, active: false });
    expect(await clashes({ group_id: jazz.id })).toMatchObject([{ group_id: draft.id, location: true }]);
  });

  test('is a group out of scope as well, of which nothing is told but when', async () => {
    const { organization_id, location, leader, jazz } = await hall();
    const swing = await app.factories.group({
      organization_id,
      name: { sl: 'Skrivna' },
      schedule: [slot('wednesday', '18:00')],
      active: false,
    });
    await app.rows('insert into group_leaders values ($1, $2, $3)', [organization_id, swing.id, leader.id]);
    await app.factories.sessionException({
      organization_id,
      group_id: swing.id,
      kind: 'moved',
      date: '2094-01-06',
      start_time: '18:00',
      new_date: '2094-01-07',
      new_start_time: '10:00',
      reason: { sl: 'Skrivni razlog' },
    });
    const own = await app.factories.group({ organization_id });
    const editor = await app.factories.member({
      organization_id,
      role: 'GROUP_EDITOR_USER',
      groups: [own.id],
    });
    const body = {
      group_id: own.id,
      location_id: location.id,
      leader_ids: [leader.id],
      start_date: '2094-01-04',
      end_date: '2094-01-17',
      schedule: [slot('tuesday', '17:30'), slot('wednesday', '17:30'), slot('thursday', '10:30')],
    };
    const { results } = (await app.as(editor).post<{ results: object[] }>('/sessions/clashes', body)).body;
    const unnamed = { group_id: null, group_name: null };
    const leaders = [{ id: leader.id, name: 'Nina Bergant' }];
    expect(results).toEqual([
      { ...unnamed, slot: 0, date: '2094-01-05', start_time: '17:00', count: 2, location: true, leaders: [] },
      { ...unnamed, slot: 1, date: '2094-01-13', start_time: '18:00', count: 1, location: false, leaders },
      { ...unnamed, slot: 2, date: '2094-01-07', start_time: '10:00', count: 1, location: false, leaders },
    ]);
    expect(JSON.stringify(results)).not.toMatch(new RegExp(`${jazz.id}|${swing.id}|Skriv`));
  });

  test('is a session moved into the place from elsewhere, and not one moved out of it', async () => {
    const { organization_id, location, jazz, clashes } = await hall();
    const other = await app.factories.location({ organization_id });
    const swing = await app.factories.group({ organization_id, schedule: [slot('friday', '18:00')] });
    const moved = { organization_id, kind: 'moved', new_duration: 60 };
    await app.factories.sessionException({
      ...moved,
      group_id: swing.id,
      date: '2094-01-15',
      start_time: '18:00',
      new_date: '2094-01-14',
      new_start_time: '18:00',
      location_id: location.id,
    });
    await app.factories.sessionException({
      ...moved,
      group_id: jazz.id,
      date: '2094-01-12',
      start_time: '17:00',
      new_date: '2094-01-12',
      new_start_time: '17:30',
      location_id: other.id,
    });
    const span = { start_date: '2094-01-11', end_date: '2094-01-17' };
    const schedule = [slot('tuesday', '17:30'), slot('thursday', '17:30')];
    expect(await clashes({ ...span, schedule })).toMatchObject([
      { slot: 1, group_id: swing.id, date: '2094-01-14', location: true },
    ]);
  });

  test('of a moved date is found on closed days, at the time it has already, and across midnight', async () => {
    const { organization_id, location, clashes } = await hall();
    const swing = await app.factories.group({ organization_id, schedule: [slot('friday', '18:00')] });
    const day = '2094-01-15';
    await app.factories.closure({ organization_id, start_date: day, end_date: day });
    const late = { kind: 'added' as const, new_date: day, new_start_time: '23:00', new_duration: 180 };
    const rival = await app.factories.group({ organization_id, location_id: location.id });
    await app.factories.sessionException({ organization_id, group_id: rival.id, ...late });
    await app.factories.sessionException({
      ...{ organization_id, group_id: swing.id, kind: 'moved', date: day, start_time: '18:00' },
      ...{ new_date: day, new_start_time: '23:30', new_duration: 60, location_id: location.id },
    });
    const at = (date: string, start_time: string) => ({ date, start_time, duration: 60 });
    const dates = [at(day, '18:00'), at('2094-01-16', '01:00'), at(day, '23:30'), at('2094-01-22', '23:30')];
    expect(await clashes({ group_id: swing.id, schedule: [], dates })).toMatchObject([
      { slot: 1, group_id: rival.id, date: day, count: 1 },
      { slot: 2, group_id: rival.id, date: day, count: 1 },
    ]);
    expect(await clashes({ group_id: swing.id, dates: [at('2020-01-03', '23:30')] })).toEqual([]);
  });

  test('is never with another organisation', async () => {
    const { location, leader } = await hall();
    const stranger = app.as(await app.factories.member());
    const body = { location_id: location.id, leader_ids: [leader.id], schedule: [slot('tuesday', '17:30')] };
    expect((await stranger.post('/sessions/clashes', body)).body).toEqual({ results: [] });
  });

  test('is a session moved there, and not one moved away', async () => {
    const { organization_id, jazz, clashes } = await hall();
    await app.factories.sessionException({
      organization_id,
      group_id: jazz.id,
      kind: 'moved',
      date: '2094-01-12',
      start_time: '17:00',
      new_date: '2094-01-13',
      new_start_time: '17:00',
    });
    const span = { start_date: '2094-01-11', end_date: '2094-01-17' };
    expect(await clashes(span)).toEqual([]);
    expect(await clashes({ ...span, schedule: [slot('wednesday', '17:30')] })).toMatchObject([
      { date: '2094-01-13', count: 1 },
    ]);
  });
});

test('a group without a first day has met since it exists, by the organisation’s calendar', async () => {
  const { id: organization_id } = await app.factories.organization();
  const { id: group_id } = await app.factories.group({
    organization_id,
    schedule: [slot('monday', '09:00'), slot('tuesday', '09:00')],
    // Tuesday, half an hour past midnight in Ljubljana
    created_at: '2026-09-14T22:30:00Z',
  });
  const owner = await app.factories.member({ organization_id });
  const { results } = await app.as(owner).api.sessions.list({
    query: { from: '2026-09-07', to: '2026-09-21', group_id },
  });
  expect(results.map(({ date }) => date)).toEqual(['2026-09-15', '2026-09-21']);
});

test('answers no more than a screen can be made of: beyond a week the span has to be shorter', async () => {
  const { id: organization_id } = await app.factories.organization();
  const { category_id } = await app.factories.group({ organization_id, active: false });
  await app.rows(
    `insert into groups (organization_id, label, name, languages, active, category_id, schedule, created_at)
     select $1, 'group-of-many-' || i, '{"sl":"Skupina"}', '{sl}', true, $2, $3, '2020-01-01T08:00:00Z' from generate_series(1, 1300) as i`,
    [organization_id, category_id, JSON.stringify([slot('monday', '17:00')])],
  );
  const { get } = app.as(await app.factories.member({ organization_id }));
  const ask = (to: string) => get<{ results: object[] }>(`/sessions?from=2026-09-07&to=${to}`);
  expect(await ask('2026-11-07')).toMatchObject({
    status: 400,
    body: { code: 'too_many_sessions' },
  });
  expect((await ask('2026-09-20')).body.results).toHaveLength(2600);
});
