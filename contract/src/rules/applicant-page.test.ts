import { expect, test } from 'vitest';
import { applicantStateOf, timeLeft } from './applicant-page.ts';

// fixed days: each call is given its moment

const now = new Date('2026-09-18T12:00:00Z');
const row = { offer_until: null, offer_paused_at: null, offer_taken_back: false, withdrawn_at: null };
const stateOf = (given: Partial<Parameters<typeof applicantStateOf>[0]>) =>
  applicantStateOf({ status: 'waitlisted', ...row, ...given }, now);

test('an application is what its status says, but for offers and withdrawals', () => {
  for (const status of ['pending', 'approved', 'waitlisted', 'rejected', 'inactive'] as const)
    expect(stateOf({ status })).toBe(status);
  expect(stateOf({ status: 'inactive', withdrawn_at: '2026-09-17T12:00:00Z' })).toBe('withdrawn');
  expect(stateOf({ offer_paused_at: '2026-09-17T12:00:00Z' })).toBe('lapsed');
  expect(stateOf({ offer_paused_at: '2026-09-17T12:00:00Z', offer_taken_back: true })).toBe('taken_back');
  // places are offered by hand: it is as much in turn as before
  expect(stateOf({ offer_taken_back: true })).toBe('waitlisted');
});

test('an offer counts until its last instant', () => {
  expect(stateOf({ offer_until: '2026-09-18T12:00:00Z' })).toBe('offered');
  expect(stateOf({ offer_until: '2026-09-18T11:59:59.999Z' })).toBe('lapsed');
  // one who was left alone after an earlier offer has another
  expect(stateOf({ offer_until: '2026-09-20T12:00:00Z', offer_paused_at: '2026-09-17T12:00:00Z' })).toBe(
    'offered',
  );
});

test('what is left is told in days, hours and minutes that have begun', () => {
  const left = (until: string) => timeLeft(until, now.toISOString());
  expect(left('2026-09-20T16:00:00Z')).toEqual({ days: 2, hours: 4, minutes: 0 });
  expect(left('2026-09-18T12:00:01Z')).toEqual({ days: 0, hours: 0, minutes: 1 });
  expect(left('2026-09-18T12:00:00Z')).toBeNull();
});
