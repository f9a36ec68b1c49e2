import { addDays } from '@vpisnik/contract/rules/dates';
import type { Session } from '@vpisnik/contract/sessions';
import { describe, expect, it } from 'vitest';
import { parseDashboardSearch } from './address.ts';
import { clashesBySession, filteredSessions } from './queries.ts';
import { daysOf, formatWeek, hasEnded, mondayOf } from './week.ts';

// fixed days: the day is given to the functions

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

describe('a session', () => {
  const late = { date: '2026-12-31', start_time: '22:30', duration: 120 };

  it.each([
    ['2026-12-31', '23:59', false],
    ['2027-01-01', '00:29', false],
    ['2027-01-01', '00:30', true],
    ['2027-01-02', '00:00', true],
  ])('over midnight into a new year is over on %s at %s: %s', (day, time, isOver) => {
    expect(hasEnded(late, { day, time })).toBe(isOver);
  });

  it('is over at the end of its day if it ends at midnight', () => {
    const session = { ...late, duration: 90 };
    expect(hasEnded(session, { day: '2026-12-31', time: '23:59' })).toBe(false);
    expect(hasEnded(session, { day: '2027-01-01', time: '00:00' })).toBe(true);
  });
});

describe('the clashes of a week', () => {
  const sessionAt = (group_id: string, start_time: string, fields: Partial<Session> = {}): Session => ({
    group_id,
    group_name: { sl: group_id },
    category_id: 'c',
    background_color: '#2f7f79',
    date: '2026-09-16',
    start_time,
    duration: 60,
    state: 'regular',
    reason: {},
    exception_id: null,
    moved_from: null,
    absent: [],
    location_id: 'hall',
    location_name: 'Dvorana',
    other_location_id: null,
    leaders: [{ id: 'nina', name: 'Nina Bergant' }],
    places: null,
    taken: 0,
    waiting: 0,
    ...fields,
  });

  it('are told at both sessions, with the place and the leaders that they share', () => {
    const [jazz, swing] = [
      sessionAt('jazz', '17:00'),
      sessionAt('swing', '17:30', { location_id: 'studio' }),
    ];
    const late = sessionAt('late', '18:30');
    const clashes = clashesBySession([jazz, swing, late]);
    expect(clashes.get(jazz)).toMatchObject([{ location: false, leaders: ['Nina Bergant'] }]);
    expect(clashes.get(jazz)?.[0]?.other.group_id).toBe('swing');
    expect(clashes.get(swing)?.[0]?.other.group_id).toBe('jazz');
    expect(clashes.has(late)).toBe(false);
  });

  it('are none with what does not take place', () => {
    const cancelled = sessionAt('jazz', '17:00', { state: 'cancelled' });
    expect(clashesBySession([cancelled, sessionAt('swing', '17:00')]).size).toBe(0);
  });

  it('stay out of a filter, which every session must pass', () => {
    const all = [sessionAt('jazz', '17:00'), sessionAt('swing', '17:00', { location_id: null })];
    expect(filteredSessions(all, { location_id: ['hall'] }).map((one) => one.group_id)).toEqual(['jazz']);
    expect(filteredSessions(all, { leader_id: ['nina'], category_id: ['c'] })).toHaveLength(2);
    expect(filteredSessions(all, { leader_id: ['rok'] })).toEqual([]);
  });
});
