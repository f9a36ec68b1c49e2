import { expect, it } from 'vitest';
import { seasonOf } from './season.ts';

// fixed days: the function knows no today

it.each([
  ['2026-09-15', '2027-06-17', '2026/27'],
  ['2099-09-01', '2100-06-01', '2099/00'],
  ['2026-07-01', '2026-07-05', '2026'],
  ['2026-09-15', null, '2026'],
  ['2026-09-15', '2029-06-17', '2026–2029'],
  [null, '2027-06-17', null],
])('from %s to %s is %s', (start_date, end_date, season) => {
  expect(seasonOf({ start_date, end_date })).toBe(season);
});
