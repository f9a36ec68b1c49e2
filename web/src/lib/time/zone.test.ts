import { expect, test } from 'vitest';
import { instantOf } from './zone.ts';

// fixed days: the clocks of these days are history or settled by rule

test.each([
  ['2026-09-30', '23:59', '2026-09-30T21:59:00.000Z'],
  ['2026-12-01', '00:00', '2026-11-30T23:00:00.000Z'],
  // both sides of the hours that the clocks repeat and skip
  ['2026-10-25', '04:00', '2026-10-25T03:00:00.000Z'],
  ['2026-10-25', '01:30', '2026-10-24T23:30:00.000Z'],
  ['2027-03-28', '03:30', '2027-03-28T01:30:00.000Z'],
])('%s at %s in Ljubljana is %s', (day, time, instant) => {
  expect(instantOf(day, time, 'Europe/Ljubljana')).toBe(instant);
});

test.each([
  ['Europe/Ljubljana', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['America/New_York', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
  // a midnight that is skipped: the day begins at one o’clock, and none before it does
  ['America/Havana', '2027-03-14', '00:00', '2027-03-14T05:00:00.000Z'],
])('in %s the time that is skipped on %s, %s, moves on to %s', (timeZone, day, time, instant) => {
  expect(instantOf(day, time, timeZone)).toBe(instant);
});

test.each([
  ['Europe/Ljubljana', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
])('in %s the time that comes twice on %s, %s, is the first one, %s', (timeZone, day, time, instant) => {
  expect(instantOf(day, time, timeZone)).toBe(instant);
});
