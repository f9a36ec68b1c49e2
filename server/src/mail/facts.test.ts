import type { Day } from '@vpisnik/contract/schedule';
import { describe, expect, test } from 'vitest';
import { formatDay, formatDays, formatSchedule, groupFacts } from './facts.ts';

const slot = (day: Day, start_time: string, duration = 60) => ({ day, start_time, duration });
const tuesdayAndThursday = [slot('thursday', '17:30', 75), slot('tuesday', '17:30', 75)];

describe('days', () => {
  test('are written as each language does', () => {
    expect(formatDay('2026-09-07', 'sl')).toBe('7. 9. 2026');
    expect(formatDay('2026-09-07', 'en')).toBe('7 Sep 2026');
  });

  test('may be open at either end', () => {
    expect(formatDays('2026-07-01', '2026-07-05', 'sl')).toBe('1. 7. 2026 – 5. 7. 2026');
    expect(formatDays('2026-07-01', '2026-07-01', 'sl')).toBe('1. 7. 2026');
    expect(formatDays('2026-07-01', null, 'sl')).toBe('od 1. 7. 2026');
    expect(formatDays(null, '2026-07-05', 'en')).toBe('until 5 Jul 2026');
    expect(formatDays(null, null, 'en')).toBe('');
  });
});

describe('the week in words', () => {
  test('joins days that share a time, in the order of the week', () => {
    expect(formatSchedule(tuesdayAndThursday, 'sl')).toBe('torek in četrtek, 17:30–18:45');
    expect(formatSchedule(tuesdayAndThursday, 'en')).toBe('Tuesday and Thursday, 17:30–18:45');
    const three = (['friday', 'monday', 'wednesday'] as const).map((day) => slot(day, '08:00'));
    expect(formatSchedule(three, 'sl')).toBe('ponedeljek, sreda in petek, 8:00–9:00');
  });

  test('keeps different times apart, also twice on a day', () => {
    const schedule = [slot('saturday', '09:00'), slot('saturday', '18:00', 45), slot('monday', '18:00', 45)];
    expect(formatSchedule(schedule, 'sl')).toBe('ponedeljek in sobota, 18:00–18:45; sobota, 9:00–10:00');
  });

  test('ends after midnight', () => {
    expect(formatSchedule([slot('friday', '23:30', 90)], 'en')).toBe('Friday, 23:30–1:00');
  });

  test('is empty without slots', () => {
    expect(formatSchedule([], 'sl')).toBe('');
  });
});

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
      groupFacts(group, 'sl', now, { closures: [], exceptions }).filter(({ label }) =>
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
