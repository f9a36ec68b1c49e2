import { describe, expect, it } from 'vitest';
import {
  formatAges,
  formatDateTime,
  formatDay,
  formatDayRange,
  formatInstant,
  formatMeeting,
  formatMoney,
  formatPeriod,
  formatSchedule,
  formatTimeRange,
  formatWeek,
  inZone,
  sharedTime,
  weekdayName,
} from './format.ts';
import { type Day, days, type Slot } from './schedule.ts';

// fixed days: days are written in words, whenever that is

const ljubljana = { timeZone: 'Europe/Ljubljana' };
/** Intl writes some spaces as no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('days and times', () => {
  it('are written as the design says', () => {
    expect(formatDay('2026-09-01', 'sl')).toBe('1. 9. 2026');
    expect(formatDay('2026-09-01', 'en')).toBe('1 Sep 2026');
    expect(formatDayRange('2026-09-15', null, 'sl')).toBe('15. 9. 2026 –');
    expect(formatTimeRange({ start_time: '09:30', duration: 45 }, 'sl')).toBe('9:30–10:15');
    expect(formatTimeRange({ start_time: '17:30', duration: 75 }, 'en')).toBe('17:30–18:45');
    expect(formatTimeRange({ start_time: '23:30', duration: 60 }, 'sl')).toBe('23:30–0:30');
  });

  it('say today and yesterday by the calendar of the zone, across the change of the clock', () => {
    // 00:30 on 26 October in Ljubljana, the day of 25 hours.
    const now = new Date('2026-10-25T23:30:00Z');
    const say = (instant: string) => formatInstant(instant, { locale: 'sl', ...ljubljana, now });
    expect(say('2026-10-25T23:02:00Z')).toBe('danes, 0:02');
    expect(say('2026-10-24T22:30:00Z')).toBe('včeraj, 0:30');
    expect(say('2026-10-24T21:59:00Z')).toBe('24. 10. 2026');
    expect(say('2026-10-27T09:00:00Z')).toBe('27. 10. 2026');
    expect(formatInstant('2026-10-25T23:02:00Z', { locale: 'en', ...ljubljana, now })).toBe('today, 00:02');
    expect(formatDateTime('2026-09-16T15:02:00Z', { locale: 'sl', ...ljubljana })).toBe('16. 9. 2026, 17:02');
    expect(inZone('2026-03-29T00:59:00Z', 'Europe/Ljubljana')).toEqual({ day: '2026-03-29', time: '01:59' });
  });
});

describe('money', () => {
  it('keeps every decimal of an exact amount', () => {
    expect(plain(formatMoney('85.00', 'EUR', 'sl'))).toBe('85,00 €');
    expect(plain(formatMoney('1712.00', 'EUR', 'sl'))).toBe('1.712,00 €');
    expect(plain(formatMoney('85.00', 'EUR', 'en'))).toBe('€85.00');
    expect(plain(formatMoney('90071992547409.93', 'EUR', 'sl'))).toBe('90.071.992.547.409,93 €');
  });
});

describe('a weekly schedule', () => {
  const slot = (day: Slot['day'], start_time: string, duration = 75): Slot => ({ day, start_time, duration });

  it('names the days once when all share a time, else each with its start', () => {
    const same = [slot('thursday', '17:30'), slot('tuesday', '17:30')];
    expect(formatSchedule(same, 'sl')).toBe('torek in četrtek, 17:30–18:45');
    expect(formatSchedule(same, 'en')).toBe('Tuesday and Thursday, 17:30–18:45');
    expect(formatSchedule([slot('thursday', '18:00'), slot('tuesday', '17:30')], 'sl')).toBe(
      'tor. 17:30, čet. 18:00',
    );
    expect(sharedTime([])).toBe(null);
    expect(days.map((day) => weekdayName(day, 'sl', 'narrow')).join(' ')).toBe('P T S Č P S N');
  });
});

describe('a week in full', () => {
  const slot = (day: Day, start_time: string, duration = 60): Slot => ({ day, start_time, duration });

  it('joins days that share a time, in the order of the week', () => {
    const three = (['friday', 'monday', 'wednesday'] as const).map((day) => slot(day, '08:00'));
    expect(formatWeek(three, 'sl')).toBe('ponedeljek, sreda in petek, 8:00–9:00');
    expect(formatWeek(three, 'en')).toBe('Monday, Wednesday and Friday, 08:00–09:00');
  });

  it('keeps different times apart, also twice on a day', () => {
    const schedule = [slot('saturday', '09:00'), slot('saturday', '18:00', 45), slot('monday', '18:00', 45)];
    expect(formatWeek(schedule, 'sl')).toBe('ponedeljek in sobota, 18:00–18:45; sobota, 9:00–10:00');
  });

  it('ends after midnight, and is empty without slots', () => {
    expect(formatWeek([slot('friday', '23:30', 90)], 'en')).toBe('Friday, 23:30–01:00');
    expect(formatWeek([], 'sl')).toBe('');
  });

  it('names a single meeting', () => {
    const meeting = { date: '2026-09-17', start_time: '09:30' };
    expect(formatMeeting(meeting, 'sl')).toBe('četrtek, 17. 9. 2026, ob 9:30');
    expect(formatMeeting(meeting, 'en')).toBe('Thursday, 17 Sep 2026, at 09:30');
  });
});

describe('a period', () => {
  it('may be open at either end', () => {
    expect(formatPeriod('2026-07-01', '2026-07-05', 'sl')).toBe('1. 7. 2026 – 5. 7. 2026');
    expect(formatPeriod('2026-07-01', '2026-07-01', 'sl')).toBe('1. 7. 2026');
    expect(formatPeriod('2026-07-01', null, 'sl')).toBe('od 1. 7. 2026');
    expect(formatPeriod(null, '2026-07-05', 'en')).toBe('until 5 Jul 2026');
    expect(formatPeriod(null, null, 'en')).toBe('');
  });
});

describe('ages', () => {
  it.each([
    [8, 11, 'od 8 do 11 let', '8 to 11'],
    [0, 1, 'od 0 do 1 leta', '0 to 1'],
    [1, null, 'od 1 leta', '1 and over'],
    [18, null, 'od 18 let', '18 and over'],
    [null, 101, 'do 101 leta', 'up to 101'],
    [null, null, null, null],
  ] as const)('from %s to %s', (from, to, sl, en) => {
    expect([formatAges(from, to, 'sl'), formatAges(from, to, 'en')]).toEqual([sl, en]);
  });
});
