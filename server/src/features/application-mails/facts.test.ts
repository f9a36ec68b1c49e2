import type { Day } from '@vpisnik/contract/rules/schedule';
import { describe, expect, test } from 'vitest';
import { groupFacts } from './facts.ts';

// fixed days: the moment is given to the functions

const slot = (day: Day, start_time: string, duration = 60) => ({ day, start_time, duration });
const tuesdayAndThursday = [slot('thursday', '17:30', 75), slot('tuesday', '17:30', 75)];

describe('the facts of a group', () => {
  const now = { day: '2026-09-01', time: '10:00' };
  const place = { name: 'Dvorana Šiška', address: 'Celovška 72, Ljubljana' };

  test('are those that are known', () => {
    const group = {
      schedule: tuesdayAndThursday,
      start_date: '2026-09-17',
      end_date: null,
      location: place,
      price: '85 € na trimester',
    };
    expect(groupFacts(group, 'sl', now)).toEqual([
      { label: 'schedule', value: 'torek in četrtek, 17:30–18:45' },
      { label: 'location', value: 'Dvorana Šiška, Celovška 72, Ljubljana' },
      { label: 'first_session', value: 'četrtek, 17. 9. 2026, ob 17:30' },
      { label: 'price', value: '85 € na trimester' },
    ]);
  });

  test('name no meeting to people who wait for a place', () => {
    const group = {
      schedule: tuesdayAndThursday,
      start_date: '2026-09-17',
      end_date: null,
      location: place,
      price: '',
    };
    expect(groupFacts(group, 'sl', now, { comes: false }).map(({ label }) => label)).toEqual([
      'schedule',
      'location',
    ]);
  });

  test('name the place of a session that is somewhere else', () => {
    const group = {
      schedule: tuesdayAndThursday,
      start_date: '2026-08-01',
      end_date: null,
      location: place,
      price: '',
    };
    const moved = {
      ...{ id: 'one', group_id: 'group', kind: 'moved' as const, date: '2026-09-01', start_time: '17:30' },
      ...{ new_date: '2026-09-02', new_start_time: '18:00', new_duration: 60, reason: {} },
      ...{ location_id: 'gym', location_name: 'Telovadnica OŠ Vič', location_address: 'Tržaška 74' },
    };
    const placeOf = (exceptions: (typeof moved)[]) =>
      groupFacts(group, 'sl', now, { departures: { closures: [], exceptions } }).filter(({ label }) =>
        /session|location/.test(label),
      );
    expect(placeOf([moved])).toEqual([
      { label: 'location', value: 'Dvorana Šiška, Celovška 72, Ljubljana' },
      { label: 'next_session', value: 'sreda, 2. 9. 2026, ob 18:00, Telovadnica OŠ Vič, Tržaška 74' },
    ]);
  });

  test('show the dates of a group without weekly times', () => {
    const camp = {
      schedule: [],
      start_date: '2027-07-01',
      end_date: '2027-07-05',
      location: { name: 'Kranjska Gora', address: '' },
      price: '',
    };
    expect(groupFacts(camp, 'en', now)).toEqual([
      { label: 'dates', value: '1 Jul 2027 – 5 Jul 2027' },
      { label: 'location', value: 'Kranjska Gora' },
    ]);
  });
});
