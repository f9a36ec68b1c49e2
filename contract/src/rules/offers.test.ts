import { expect, test } from 'vitest';
import { mayEnd, type OfferCalendar, offerDeadline, offerReminder } from './offers.ts';
import { localDay } from './schedule.ts';

// fixed days: the rules are given the moment

const calendar = (given: Partial<OfferCalendar> = {}): OfferCalendar => ({
  time_zone: 'Europe/Ljubljana',
  isClosed: () => false,
  last_start: null,
  ...given,
});
const closedOn = (...days: string[]) => calendar({ isClosed: (day) => days.includes(day) });
const until = (now: string, hours: number, its = calendar()) =>
  offerDeadline(new Date(now), hours, its)?.toISOString() ?? null;

test('an offer ends the given hours later, by day', () => {
  expect(until('2026-09-18T16:00:00Z', 48)).toBe('2026-09-20T16:00:00.000Z');
  // at 21:00 sharp, and at 8:00
  expect(until('2026-09-18T19:00:00Z', 24)).toBe('2026-09-19T19:00:00.000Z');
  expect(until('2026-09-18T06:00:00Z', 24)).toBe('2026-09-19T06:00:00.000Z');
});

test('one that would end at night ends in the morning', () => {
  expect(until('2026-09-18T19:00:01Z', 24)).toBe('2026-09-20T06:00:00.000Z');
  expect(until('2026-09-18T05:59:59.999Z', 24)).toBe('2026-09-19T06:00:00.000Z');
  expect(until('2026-09-18T23:30:00Z', 24)).toBe('2026-09-20T06:00:00.000Z');
});

test('one that would end on a closed day ends on the next open morning', () => {
  expect(until('2026-12-23T11:00:00Z', 48, closedOn('2026-12-25', '2026-12-26'))).toBe(
    '2026-12-27T07:00:00.000Z',
  );
  // late on the day before
  expect(until('2026-12-22T21:30:00Z', 48, closedOn('2026-12-25'))).toBe('2026-12-26T07:00:00.000Z');
  expect(until('2026-12-22T11:00:00Z', 48, calendar({ isClosed: () => true }))).toBeNull();
});

test('clocks that change move no deadline out of the day', () => {
  // the night to 25 October has an hour more, that to 28 March an hour less
  expect(until('2026-10-24T06:00:00Z', 24)).toBe('2026-10-25T07:00:00.000Z');
  expect(until('2026-10-24T22:30:00Z', 12)).toBe('2026-10-25T10:30:00.000Z');
  expect(until('2026-10-24T12:30:00Z', 12)).toBe('2026-10-25T07:00:00.000Z');
  expect(until('2027-03-27T12:30:00Z', 12)).toBe('2027-03-28T06:00:00.000Z');
  expect(until('2027-03-27T07:00:00Z', 24)).toBe('2027-03-28T07:00:00.000Z');
  for (let hour = 0; hour < 24 * 8; hour += 1)
    for (const start of ['2026-10-21T00:17:00Z', '2027-03-24T00:17:00Z']) {
      const now = new Date(Date.parse(start) + hour * 3_600_000);
      const end = offerDeadline(now, 48, calendar());
      expect(end && mayEnd(end, calendar())).toBe(true);
      expect(Number(end) - Number(now)).toBeGreaterThanOrEqual(48 * 3_600_000);
      expect(Number(end) - Number(now)).toBeLessThan(60 * 3_600_000);
    }
});

test('zones beside ours have their own nights', () => {
  const its = calendar({ time_zone: 'Asia/Kathmandu' });
  expect(until('2026-09-18T20:00:00Z', 24, its)).toBe('2026-09-20T02:15:00.000Z');
});

test('none ends after the last session has begun, and none is made shortly before', () => {
  const ending = (last: string, more = {}) => calendar({ last_start: new Date(last), ...more });
  expect(until('2026-09-18T10:00:00Z', 48, ending('2026-09-19T15:00:00Z'))).toBe('2026-09-19T15:00:00.000Z');
  // early in the morning: the evening before
  expect(until('2026-09-18T10:00:00Z', 48, ending('2026-09-19T05:00:00Z'))).toBe('2026-09-18T19:00:00.000Z');
  const closed = { isClosed: (day: string) => day === '2026-09-19' };
  expect(until('2026-09-18T10:00:00Z', 48, ending('2026-09-19T15:00:00Z', closed))).toBe(
    '2026-09-18T19:00:00.000Z',
  );
  expect(until('2026-09-19T13:00:00Z', 48, ending('2026-09-19T15:00:00Z'))).toBe('2026-09-19T15:00:00.000Z');
  expect(until('2026-09-19T13:00:01Z', 48, ending('2026-09-19T15:00:00Z'))).toBeNull();
  expect(until('2026-09-20T13:00:00Z', 48, ending('2026-09-19T15:00:00Z'))).toBeNull();
});

test('people are reminded at half-time, by day, and not shortly before the end', () => {
  const remind = (from: string, to: string) =>
    offerReminder(new Date(from), new Date(to), calendar())?.toISOString() ?? null;
  expect(remind('2026-09-18T10:00:00Z', '2026-09-20T10:00:00Z')).toBe('2026-09-19T10:00:00.000Z');
  expect(remind('2026-09-18T20:00:00Z', '2026-09-20T06:00:00Z')).toBe('2026-09-19T13:00:00.000Z');
  expect(remind('2026-09-18T17:00:00Z', '2026-09-19T06:30:00Z')).toBeNull();
  expect(remind('2026-09-18T12:00:00Z', '2026-09-20T06:00:00Z')).toBe('2026-09-19T09:00:00.000Z');
  expect(localDay(new Date('2026-09-19T22:30:00Z'), 'Europe/Ljubljana')).toBe('2026-09-20');
});
