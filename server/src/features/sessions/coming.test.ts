import type { Day } from '@vpisnik/contract/rules/schedule';
import { describe, expect, test } from 'vitest';
import { nextSession, wallTime } from './coming.ts';

// fixed days: the moment is given to the functions

const slot = (day: Day, start_time: string, duration = 60) => ({ day, start_time, duration });
const tuesdayAndThursday = [slot('thursday', '17:30', 75), slot('tuesday', '17:30', 75)];

describe('the next session', () => {
  const group = { schedule: tuesdayAndThursday, start_date: '2026-09-16', end_date: '2026-12-20' };

  test('is the first one while the group has not begun', () => {
    const coming = nextSession(group, { day: '2026-08-01', time: '12:00' });
    expect(coming).toMatchObject({ date: '2026-09-17', first: true });
  });

  test('is the first one until its very minute, then the next', () => {
    expect(nextSession(group, { day: '2026-09-17', time: '17:29' })).toMatchObject({
      date: '2026-09-17',
      first: true,
    });
    expect(nextSession(group, { day: '2026-09-17', time: '17:30' })).toMatchObject({
      date: '2026-09-22',
      first: false,
    });
  });

  test('comes a week later when the only weekday is today and over', () => {
    const weekly = { schedule: [slot('monday', '10:00')], start_date: null, end_date: null };
    expect(nextSession(weekly, { day: '2026-09-07', time: '10:01' })).toMatchObject({ date: '2026-09-14' });
  });

  test('does not exist after the end or without weekly times', () => {
    expect(nextSession(group, { day: '2026-12-19', time: '12:00' })).toBeNull();
    expect(nextSession({ ...group, schedule: [] }, { day: '2026-09-01', time: '12:00' })).toBeNull();
  });

  test('counts calendar days across both clock changes', () => {
    const sundays = { schedule: [slot('sunday', '02:30')], start_date: null, end_date: null };
    expect(nextSession(sundays, { day: '2026-10-25', time: '03:00' })).toMatchObject({
      date: '2026-11-01',
    });
    expect(nextSession(sundays, { day: '2026-03-23', time: '00:00' })).toMatchObject({
      date: '2026-03-29',
    });
  });

  test('is one that was added before the first day, however long before it', () => {
    const group = { schedule: tuesdayAndThursday, start_date: '2026-09-17', end_date: null };
    const added = {
      ...{ id: 'one', group_id: 'group', kind: 'added' as const, date: null, start_time: null, reason: {} },
      ...{ new_date: '2026-09-10', new_start_time: '18:00', new_duration: 60 },
      ...{ location_id: null, location_name: null, location_address: null },
    };
    const departures = { closures: [], exceptions: [added] };
    expect(nextSession(group, { day: '2026-09-01', time: '10:00' }, departures)).toMatchObject({
      date: '2026-09-10',
      first: false,
    });
    const spring = { day: '2026-03-01', time: '08:00' };
    expect(nextSession(group, spring, departures)).toMatchObject({ date: '2026-09-10' });
    const after = { day: '2026-09-11', time: '08:00' };
    expect(nextSession(group, after, departures)).toMatchObject({ date: '2026-09-17', first: true });
  });
});

test('wall time is that of the zone', () => {
  expect(wallTime(new Date('2026-06-30T22:30:00Z'), 'Europe/Ljubljana')).toEqual({
    day: '2026-07-01',
    time: '00:30',
  });
});
