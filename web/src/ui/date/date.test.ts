import { addDays } from '@vpisnik/contract/rules/dates';
import { describe, expect, it } from 'vitest';
import { ticksOf } from '../marks/Places.tsx';
import { addMonths, calendarDays, calendarSpan, clampDay, formatShort, isWithin } from './date.ts';

// fixed days: today is given to the functions, and the others know none

it('writes a day in the short format of the language, and none as nothing', () => {
  expect(formatShort('2026-09-01', 'sl')).toBe('01.09.2026');
  expect(formatShort('2026-09-01', 'en')).toBe('09/01/2026');
  expect(formatShort(null, 'sl')).toBe('');
});

describe('the calendar', () => {
  it('steps by days and months without losing or inventing any', () => {
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-02-29', -12)).toBe('2027-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  });

  it('shows 42 days from a Monday, with the whole month among them', () => {
    for (const month of ['2026-02-14', '2026-03-01', '2027-02-01', '2028-12-31']) {
      const days = calendarDays(month);
      expect(days).toHaveLength(42);
      expect(new Date(`${days[0]}T00:00Z`).getUTCDay()).toBe(1);
      const whole = days.filter((day) => day.startsWith(month.slice(0, 7)));
      expect(whole.at(-1)).toBe(addDays(addMonths(`${month.slice(0, 7)}-01`, 1), -1));
    }
  });

  it('reaches from 100 years back to 52 ahead unless bounded', () => {
    const now = new Date(2026, 8, 16);
    expect(calendarSpan({}, now)).toEqual({ first: '1926-01-01', last: '2078-12-31' });
    expect(calendarSpan({ min: '2026-09-01' }, now)).toEqual({ first: '2026-09-01', last: '2078-12-31' });
    expect(calendarSpan({ min: '2100-01-01' }, now)).toEqual({ first: '2100-01-01', last: '2100-01-01' });
    expect(clampDay('2000-01-01', calendarSpan({ min: '2026-09-01' }, now))).toBe('2026-09-01');
    expect(isWithin('2026-09-30', { min: '2026-09-01', max: '2026-09-30' })).toBe(true);
    expect(isWithin('2026-10-01', { max: '2026-09-30' })).toBe(false);
  });
});

describe('place ticks', () => {
  it.each([
    [14, 16, { ticks: 16, filled: 14 }],
    [18, 16, { ticks: 16, filled: 16 }],
    [30, 30, { ticks: 30, filled: 30 }],
    [1, 500, { ticks: 20, filled: 1 }],
    [499, 500, { ticks: 20, filled: 19 }],
    [500, 500, { ticks: 20, filled: 20 }],
    [0, 40, { ticks: 20, filled: 0 }],
  ])('%i of %i', (taken, limit, expected) => {
    expect(ticksOf(taken, limit)).toEqual(expected);
  });
});
