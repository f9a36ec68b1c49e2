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
