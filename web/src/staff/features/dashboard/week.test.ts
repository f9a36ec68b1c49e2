import { describe, expect, it } from 'vitest';
import { addDays } from '../../../ui/date.ts';
import { freeForWaiting } from './queries.ts';
import { daysOf, formatWeek, mondayOf, parseDashboardSearch } from './week.ts';

describe('weeks', () => {
  it.each([
    ['2026-09-16', '2026-09-14'],
    ['2026-09-14', '2026-09-14'],
    ['2026-09-20', '2026-09-14'],
    ['2027-01-01', '2026-12-28'],
  ])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday));

  it.each([
    ['the clocks go back', '2026-10-19'],
    ['the clocks go forward', '2026-03-23'],
  ])('have seven days and a next Monday when %s', (_, monday) => {
    const days = daysOf(monday);
    expect(new Set(days).size).toBe(7);
    expect(days.at(-1)).toBe(addDays(monday, 6));
    expect(mondayOf(addDays(days.at(-1) ?? '', 1))).toBe(addDays(monday, 7));
  });

  it('are named within a month, over two and over two years', () => {
    expect(formatWeek('2026-09-14', 'sl')).toBe('14.–20. september 2026');
    expect(formatWeek('2026-09-28', 'sl')).toBe('28. september – 4. oktober 2026');
    expect(formatWeek('2026-12-28', 'sl')).toBe('28. december 2026 – 3. januar 2027');
    expect(formatWeek('2026-09-14', 'en')).toBe('14–20 September 2026');
    expect(formatWeek('2026-12-28', 'en')).toBe('28 December 2026 – 3 January 2027');
  });

  it('are read from any day of theirs, and from nothing else', () => {
    expect(parseDashboardSearch({ week: '2026-09-16', view: 'list' })).toEqual({
      week: '2026-09-14',
      view: 'list',
    });
    expect(parseDashboardSearch({ week: '2026-02-30', view: 'month' })).toEqual({});
    expect(parseDashboardSearch({ week: 20260916 })).toEqual({});
  });
});

describe('places that could be given to who waits', () => {
  const group = { active: true, places: 16, taken: 14, waiting: 5 };
  it.each([
    [{}, 2],
    [{ waiting: 1 }, 1],
    [{ waiting: 0 }, 0],
    [{ taken: 17 }, 0],
    [{ places: null }, 5],
    [{ active: false }, 0],
  ])('%o: %i', (fields, free) => expect(freeForWaiting({ ...group, ...fields })).toBe(free));
});
