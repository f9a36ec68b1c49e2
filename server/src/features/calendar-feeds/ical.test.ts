/** Calendars read back by another implementation of iCalendar: the same sessions as our own expansion, at any time. */
import { days, type Slot } from '@vpisnik/contract/rules/schedule';
import { goesAhead, type SessionException, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { occurrences } from '../../../test/product/occurrences.ts';
import { calendarText } from './ical.ts';

// fixed days: the moment is given to the functions

const zones = ['Europe/Ljubljana', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const [from, until] = ['2026-09-01', '2028-12-31'];

type Departing = Parameters<typeof sessionsBetween>[3];
type Group = { schedule: Slot[]; start_date: string | null; end_date: string | null };

const write = (group: Group, departures: NonNullable<Departing>, time_zone: string) =>
  calendarText(
    [
      {
        ...group,
        id: '01990000-0000-7000-8000-0000000000a0',
        name: { sl: 'Moderni ples' },
        place: 'Dvorana',
        places: { other: 'Oder na trgu' },
        lines: [],
        url: 'https://vpisnik.test/groups/x',
        departures,
      },
    ],
    { time_zone, language: 'sl', first: from, until, stamp: new Date('2026-09-01T10:00Z'), sequence: 7 },
  );

const pad = (value: number) => String(value).padStart(2, '0');
const time = fc.integer({ min: 0, max: 1439 }).map((at) => `${pad(Math.floor(at / 60))}:${pad(at % 60)}`);
/** Days of which some are before those that are written. */
const day = fc
  .integer({ min: -60, max: 840 })
  .map((count) => new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10));
const slot = fc.record({
  day: fc.constantFrom(...days),
  start_time: time,
  // what ical.js reads as wall time can't last over a change of clocks
  duration: fc.integer({ min: 5, max: 55 }),
});

const groups = fc
  .record({
    schedule: fc.uniqueArray(slot, {
      minLength: 1,
      maxLength: 4,
      selector: (one) => `${one.day} ${one.start_time}`,
    }),
    start_date: fc.option(day),
    end_date: fc.option(day),
    time_zone: fc.constantFrom(...zones),
    chosen: fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('cancelled', 'moved', 'held', 'added'),
        // some to the very time of another session
        fc.oneof(fc.tuple(day, time), fc.nat()),
      ),
      { maxLength: 12 },
    ),
    closed: fc.array(day, { maxLength: 5 }),
  })
  .filter(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date)
  .map(({ chosen, closed, time_zone, ...group }) => {
    const planned = sessionsBetween(group, '2026-07-03', until);
    const used = new Set<number>();
    const taken = new Set<string>();
    const exceptions = chosen.flatMap(([index, kind, to], at): SessionException[] => {
      const other = typeof to === 'number' ? planned[to % planned.length] : undefined;
      const [new_date, new_start_time] =
        typeof to === 'number' ? [other?.date ?? from, other?.start_time ?? '12:00'] : to;
      // no two are put to the same time
      const isPut = kind === 'moved' || kind === 'added';
      if (isPut && taken.has(`${new_date} ${new_start_time}`)) return [];
      if (isPut) taken.add(`${new_date} ${new_start_time}`);
      const fresh = { new_date, new_start_time, new_duration: 45 };
      const none = { new_date: null, new_start_time: null, new_duration: null };
      const base = { id: `exception-${at}`, location_id: null, reason: {} };
      if (kind === 'added') return [{ ...base, kind, date: null, start_time: null, ...fresh }];
      const place = planned.length > 0 ? index % planned.length : -1;
      const about = planned[place];
      if (!about || used.has(place)) return [];
      used.add(place);
      const { date, start_time } = about;
      return [{ ...base, kind, date, start_time, ...(kind === 'moved' ? fresh : none) }];
    });
    const closures = closed.map((start_date) => ({
      start_date,
      end_date: start_date,
      name: { sl: 'Zaprto' },
    }));
    return { group, time_zone, departures: { exceptions, closures } };
  });

/** The sessions within the days that are written which were moved to before them. */
const movedOutside = (group: Group, departures: NonNullable<Departing>) =>
  sessionsBetween(group, '2026-01-01', '2026-08-31', departures).filter(
    ({ moved_from }) =>
      moved_from &&
      moved_from.date >= from &&
      moved_from.date >= (group.start_date ?? from) &&
      moved_from.date <= (group.end_date ?? until),
  );

/** Clocks of all the zones change at night between Saturday and Sunday: then a wall time may not exist, or last longer. */
const isAtChange = (said: string) => {
  const [date = '', start = ''] = said.split(' ');
  return new Date(date).getUTCDay() === 0 && start < '04:00';
};

describe('a calendar', () => {
  test('read by others has the very sessions that we show', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async ({ group, departures, time_zone }) => {
        // sessions moved out of the written days are included
        const ours = sessionsBetween(group, from, until, departures)
          .concat(movedOutside(group, departures))
          .filter(goesAhead)
          .map(({ date, start_time, duration }) => `${date} ${start_time} ${duration}`);
        const theirs = occurrences(await write(group, departures, time_zone), until);
        expect(theirs.filter((one) => !isAtChange(one))).toEqual(
          ours.toSorted().filter((one) => !isAtChange(one)),
        );
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['forward', '2027-03-28'],
    ['back', '2026-10-25'],
  ])('keeps its wall time over the night when clocks go %s', async (_, sunday) => {
    const group = {
      schedule: [{ day: 'sunday' as const, start_time: '02:30', duration: 60 }],
      start_date: sunday,
      end_date: null,
    };
    const text = await write(group, { exceptions: [], closures: [] }, 'Europe/Ljubljana');
    expect(text).toContain(`DTSTART;TZID=Europe/Ljubljana:${sunday.replaceAll('-', '')}T023000`);
    expect(text).toContain(`DTEND;TZID=Europe/Ljubljana:${sunday.replaceAll('-', '')}T033000`);
  });

  test('has EXDATE, RECURRENCE-ID and SEQUENCE', async () => {
    const group = {
      schedule: [{ day: 'tuesday' as const, start_time: '17:30', duration: 75 }],
      start_date: '2026-09-15',
      end_date: '2027-06-15',
    };
    const moved = {
      id: 'm',
      kind: 'moved' as const,
      date: '2026-09-29',
      start_time: '17:30',
      new_date: '2026-09-30',
      new_start_time: '18:00',
      new_duration: 60,
      location_id: 'other',
      reason: { sl: 'Nastop' },
    };
    const closures = [{ start_date: '2026-09-22', end_date: '2026-09-22', name: { sl: 'Zaprto' } }];
    const text = await write(group, { exceptions: [moved], closures }, 'Europe/Ljubljana');
    const lines = text.split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'RRULE:FREQ=WEEKLY;UNTIL=20270616T120000Z',
        'EXDATE;TZID=Europe/Ljubljana:20260922T173000',
        'RECURRENCE-ID;TZID=Europe/Ljubljana:20260929T173000',
        'DTSTART;TZID=Europe/Ljubljana:20260930T180000',
        'SEQUENCE:7',
        'DTSTAMP:20260901T100000Z',
        'LOCATION:Oder na trgu',
        'LOCATION:Dvorana',
        'DESCRIPTION:Nastop\\nhttps://vpisnik.test/groups/x',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(2);
    expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(1);
  });

  describe('of a date moved across the edge of the written days', () => {
    const tuesdays = { schedule: [{ day: 'tuesday' as const, start_time: '17:30', duration: 60 }] };
    const moved = (date: string, new_date: string): SessionException => ({
      id: 'm',
      kind: 'moved',
      date,
      start_time: '17:30',
      new_date,
      new_start_time: '10:00',
      new_duration: 60,
      location_id: null,
      reason: {},
    });
    const read = async (group: Group, exception: SessionException, to = '2026-09-22') =>
      occurrences(await write(group, { exceptions: [exception], closures: [] }, 'Europe/Ljubljana'), to);

    test('has it once, where it is: moved to before the first day', async () => {
      const group = { ...tuesdays, start_date: null, end_date: null };
      expect(await read(group, moved('2026-09-08', '2026-08-30'))).toEqual([
        '2026-08-30 10:00 60',
        '2026-09-01 17:30 60',
        '2026-09-15 17:30 60',
        '2026-09-22 17:30 60',
      ]);
    });

    test('has it once, where it is: moved to after the last day', async () => {
      const group = { ...tuesdays, start_date: '2028-12-05', end_date: null };
      expect(await read(group, moved('2028-12-19', '2029-01-04'), '2029-01-09')).toEqual([
        '2028-12-05 17:30 60',
        '2028-12-12 17:30 60',
        '2028-12-26 17:30 60',
        '2029-01-02 17:30 60',
        '2029-01-04 10:00 60',
        '2029-01-09 17:30 60',
      ]);
    });

    test('makes up no sessions between its old date and the first day', async () => {
      for (const start_date of [null, '2026-09-01'])
        expect(
          await read({ ...tuesdays, start_date, end_date: null }, moved('2026-08-04', '2026-09-03')),
        ).toEqual([
          '2026-09-01 17:30 60',
          '2026-09-03 10:00 60',
          '2026-09-08 17:30 60',
          '2026-09-15 17:30 60',
          '2026-09-22 17:30 60',
        ]);
    });

    test('has it when its old date is after the last one of its group', async () => {
      const group = { ...tuesdays, start_date: null, end_date: '2026-09-08' };
      expect(await read(group, moved('2026-09-15', '2026-09-03'))).toEqual([
        '2026-09-01 17:30 60',
        '2026-09-03 10:00 60',
        '2026-09-08 17:30 60',
      ]);
    });
  });

  test('goes no further back than it says: a series of decades begins with its first day of then', async () => {
    const group = {
      schedule: [{ day: 'tuesday' as const, start_time: '17:30', duration: 60 }],
      start_date: '1999-09-07',
      end_date: null,
    };
    const text = await write(group, { exceptions: [], closures: [] }, 'Europe/Ljubljana');
    expect(occurrences(text, '2026-09-09')).toEqual(['2026-09-01 17:30 60', '2026-09-08 17:30 60']);
  });

  test('of many groups lets others have their turn while it is written', async () => {
    const one = {
      name: { sl: 'Ples' },
      schedule: [{ day: 'tuesday' as const, start_time: '17:30', duration: 60 }],
      start_date: from,
      end_date: null,
      place: '',
      lines: [],
      url: 'https://vpisnik.test/',
      departures: { exceptions: [], closures: [] },
    };
    const many = Array.from({ length: 500 }, (_, at) => ({ ...one, id: String(at) }));
    const options = { time_zone: 'Europe/Ljubljana', language: 'sl' as const, first: from, until };
    let turns = 0;
    const writing = calendarText(many, { ...options, stamp: new Date(), sequence: 0 });
    let isWritten = false;
    const count = () => {
      turns += 1;
      if (!isWritten) setImmediate(count);
    };
    setImmediate(count);
    const text = await writing;
    isWritten = true;
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(500);
    expect(turns).toBeGreaterThan(1);
  });
});
