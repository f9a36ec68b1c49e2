import { expect, test } from 'vitest';
import { sessionsBetween } from './timetable.ts';

// fixed days: every span is given by its first and last day

const weekly = {
  schedule: [{ day: 'friday', start_time: '17:30', duration: 60 }] as const,
  start_date: null,
  end_date: null,
};

test('counts calendar days across the change of clocks', () => {
  const dates = sessionsBetween(weekly, '2026-10-23', '2026-11-06').map(({ date }) => date);
  expect(dates).toEqual(['2026-10-23', '2026-10-30', '2026-11-06']);
});

test('comes to an end at the last day that there is', () => {
  const dates = sessionsBetween(weekly, '9999-12-01', '9999-12-31').map(({ date }) => date);
  expect(dates).toEqual(['9999-12-03', '9999-12-10', '9999-12-17', '9999-12-24', '9999-12-31']);
});
