import { describe, expect, it } from 'vitest';
import {
  endTime,
  formatDateTime,
  formatDay,
  formatDayRange,
  formatInstant,
  formatMoney,
  formatSchedule,
  formatTimeRange,
  inZone,
  type Slot,
  sharedTime,
  weekdayName,
  weekdays,
} from './format.ts';
import { matchLocale } from './locale.ts';

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
    expect(endTime('23:30', 60)).toBe('00:30');
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
    expect(weekdays.map((day) => weekdayName(day, 'sl', 'narrow')).join(' ')).toBe('P T S Č P S N');
  });
});

describe('the language of a browser', () => {
  it.each([
    [['en-GB', 'sl'], 'en'],
    [['de-AT', 'SL-si', 'en'], 'sl'],
    [['de', 'hr'], 'sl'],
    [[], 'sl'],
  ] as const)('%j → %s', (wanted, expected) => {
    expect(matchLocale(wanted)).toBe(expected);
  });
});
