/** The expansion of schedules against calendar libraries that know nothing of it, over twenty years and both clock changes. */

import { isDeepStrictEqual } from 'node:util';
import { days, type Slot } from '@vpisnik/contract/rules/schedule';
import {
  clashesOf,
  goesAhead,
  isElsewhere,
  plannedBetween,
  type SessionException,
  sessionsBetween,
} from '@vpisnik/contract/rules/timetable';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import rrule from 'rrule';
import { describe, expect, test } from 'vitest';

// fixed days: every span is given by its first and last day

const { RRule } = rrule;
const zone = 'Europe/Ljubljana';
const pad = (value: number) => String(value).padStart(2, '0');

const day = fc
  .date({ min: new Date('2016-01-01T00:00Z'), max: new Date('2035-12-31T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);
const slot: fc.Arbitrary<Slot> = fc.record({
  day: fc.constantFrom(...days),
  start_time: time,
  duration: fc.integer({ min: 5, max: 1440 }),
});
/** As the schema leaves them: no two at the same moment of the week. */
const schedule = fc.uniqueArray(slot, { maxLength: 14, selector: (one) => `${one.day} ${one.start_time}` });

const weekdays = [RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA, RRule.SU];

/** Dates of a slot by the rules of iCalendar, in wall time. */
function datesByRule({ day: on, start_time }: Slot, from: string, to: string): string[] {
  const start = new Date(`${from}T${start_time}Z`);
  const byweekday = weekdays[days.indexOf(on)] ?? RRule.MO;
  const rule = new RRule({ freq: RRule.WEEKLY, byweekday, dtstart: start, until: new Date(`${to}T23:59Z`) });
  return rule.all().map((date) => date.toISOString().slice(0, 10));
}

const asText = (session: { date: string; start_time: string }) => `${session.date} ${session.start_time}`;

describe('sessions of twenty years', () => {
  test('are those that iCalendar’s weekly rules give', () => {
    fc.assert(
      fc.property(schedule, day, day, (slots, one, other) => {
        const [from = '', to = ''] = [one, other].sort();
        const ours = sessionsBetween(
          { schedule: slots, start_date: from, end_date: to },
          '2016-01-01',
          '2035-12-31',
        );
        const theirs = slots.flatMap((each) =>
          datesByRule(each, from, to).map((date) => ({ date, start_time: each.start_time })),
        );
        expect(ours.map(asText)).toEqual(theirs.map(asText).sort());
      }),
      { numRuns: 60 },
    );
  });

  test('begin at the same wall time on every date that has it, whatever the clocks do', () => {
    fc.assert(
      fc.property(slot, (each) => {
        const group = { schedule: [each], start_date: null, end_date: null };
        const sessions = sessionsBetween(group, '2016-01-01', '2035-12-31');
        let before = DateTime.fromISO(`${sessions[0]?.date}T12:00`, { zone });
        for (const session of sessions.slice(1)) {
          // a week of the calendar, not 168 hours
          before = before.plus({ weeks: 1 });
          expect(session.date).toBe(before.toISODate());
          const begins = DateTime.fromISO(`${session.date}T${session.start_time}`, { zone });
          const isSkipped = begins.toFormat('HH:mm') !== session.start_time;
          if (isSkipped) expect([begins.month, begins.weekday, begins.hour]).toEqual([3, 7, 3]);
        }
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    ['forward', '2026-03-29'],
    ['back', '2026-10-25'],
  ])('are neither lost nor doubled on the night when clocks go %s, at any minute', (_, sunday) => {
    const every = Array.from({ length: 24 * 60 }, (__, minute) => ({
      day: 'sunday' as const,
      start_time: `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`,
      duration: 5,
    }));
    const group = { schedule: every, start_date: null, end_date: null };
    const sessions = sessionsBetween(group, sunday, sunday);
    expect(sessions.map(({ start_time }) => start_time)).toEqual(every.map(({ start_time }) => start_time));
  });

  test('are the same however the time is cut into spans', () => {
    fc.assert(
      fc.property(schedule, day, fc.integer({ min: 1, max: 60 }), (slots, from, length) => {
        const at = (count: number) => DateTime.fromISO(from).plus({ days: count }).toISODate() ?? '';
        const group = { schedule: slots, start_date: null, end_date: null };
        const whole = sessionsBetween(group, from, at(2 * length));
        const parts = [
          ...sessionsBetween(group, from, at(length)),
          ...sessionsBetween(group, at(length + 1), at(2 * length)),
        ];
        expect(parts).toEqual(whole);
      }),
    );
  });
});

/** Exceptions about every session of a span, of whatever kind, as the constraint leaves them: one a session. */
const withExceptions = fc
  .tuple(
    schedule,
    day,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('cancelled', 'moved', 'held', 'added'),
        // some to the very time of another session
        fc.oneof(fc.tuple(day, time), fc.nat()),
      ),
    ),
  )
  .map(([slots, from, chosen]) => {
    const to = DateTime.fromISO(from).plus({ days: 90 }).toISODate() ?? '';
    const planned = sessionsBetween({ schedule: slots, start_date: null, end_date: null }, from, to);
    const used = new Set<number>();
    const taken = new Set<string>();
    const exceptions = chosen.flatMap(([index, kind, to], at): SessionException[] => {
      const place = planned.length > 0 ? index % planned.length : -1;
      const about = planned[place];
      const other = typeof to === 'number' ? planned[to % planned.length] : undefined;
      const [new_date, new_start_time] =
        typeof to === 'number' ? [other?.date ?? from, other?.start_time ?? '12:00'] : to;
      const fresh = { new_date, new_start_time, new_duration: 60 };
      const isPut = kind === 'moved' || kind === 'added';
      // no two are put to the same time
      if (isPut && taken.has(`${new_date} ${new_start_time}`)) return [];
      if (isPut) taken.add(`${new_date} ${new_start_time}`);
      const none = { new_date: null, new_start_time: null, new_duration: null };
      const base = { id: String(at), location_id: null, reason: { sl: 'Razlog' } };
      if (kind === 'added') return [{ ...base, kind, date: null, start_time: null, ...fresh }];
      if (!about || used.has(place)) return [];
      used.add(place);
      const { date, start_time } = about;
      return [{ ...base, kind, date, start_time, ...(kind === 'moved' ? fresh : none) }];
    });
    return { slots, from, to, planned, exceptions };
  });

describe('exceptions and closed days', () => {
  test('account for every session: none is lost, and each is told once', () => {
    fc.assert(
      fc.property(withExceptions, fc.boolean(), ({ slots, from, to, planned, exceptions }, isClosed) => {
        const closures = isClosed ? [{ start_date: from, end_date: to, name: { sl: 'Zaprto' } }] : [];
        const group = { schedule: slots, start_date: null, end_date: null };
        const sessions = plannedBetween(group, from, to, { exceptions, closures });
        const count = (kind: string) => exceptions.filter((one) => one.kind === kind).length;
        const isInside = ({ new_date }: SessionException) =>
          new_date !== null && new_date >= from && new_date <= to;
        const inside = (kind: string) =>
          exceptions.filter((one) => one.kind === kind && isInside(one)).length;
        expect(sessions).toHaveLength(planned.length - count('moved') + inside('moved') + inside('added'));
        const held = sessions.filter(goesAhead).length;
        const regular = planned.length - count('moved') - count('cancelled');
        expect(held).toBe((isClosed ? count('held') : regular) + inside('moved') + inside('added'));
        expect(sessions).toEqual(sessions.toSorted((a, b) => asText(a).localeCompare(asText(b), 'en')));
      }),
    );
  });

  test('leave one session at a time: a scheduled one is replaced only by one put at exactly its time', () => {
    fc.assert(
      fc.property(withExceptions, fc.boolean(), ({ slots, from, to, exceptions }, isClosed) => {
        const closures = isClosed ? [{ start_date: from, end_date: to, name: { sl: 'Zaprto' } }] : [];
        const group = { schedule: slots, start_date: null, end_date: null };
        const all = plannedBetween(group, from, to, { exceptions, closures });
        const left = sessionsBetween(group, from, to, { exceptions, closures });
        expect(new Set(left.map(asText)).size).toBe(left.length);
        const gone = all.filter((one) => !left.some((other) => isDeepStrictEqual(one, other)));
        expect(left).toHaveLength(all.length - gone.length);
        const put = new Set(all.filter(isElsewhere).map(asText));
        expect(gone.some(isElsewhere)).toBe(false);
        expect(new Set(gone.map(asText)).isSubsetOf(put)).toBe(true);
      }),
    );
  });
});

describe('clashes', () => {
  const booking = fc.record({
    group_id: fc.constantFrom('a', 'b', 'c'),
    date: fc.constantFrom('2026-10-24', '2026-10-25', '2026-10-26'),
    start_time: time,
    duration: fc.integer({ min: 5, max: 1440 }),
    state: fc.constantFrom('regular', 'cancelled'),
    location_id: fc.constantFrom(null, 'hall', 'studio'),
    leader_ids: fc.subarray(['nina', 'rok']),
  });

  test('are exactly the pairs that a comparison of all with all finds', () => {
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 12 }), (bookings) => {
        const begins = (one: (typeof bookings)[number]) => Date.parse(`${one.date}T${one.start_time}Z`);
        const pairs = bookings.flatMap((one, at) =>
          bookings
            .slice(at + 1)
            .filter(
              (other) =>
                one.group_id !== other.group_id &&
                goesAhead(one) &&
                goesAhead(other) &&
                begins(one) < begins(other) + other.duration * 60_000 &&
                begins(other) < begins(one) + one.duration * 60_000 &&
                ((one.location_id !== null && one.location_id === other.location_id) ||
                  one.leader_ids.some((id) => other.leader_ids.includes(id))),
            ),
        );
        expect(clashesOf(bookings)).toHaveLength(pairs.length);
      }),
    );
  });
});
