import { describe, expect, test } from 'vitest';
import { groupCalendar } from './group-calendar.ts';

// fixed days: the moment is given to the functions

const group = {
  id: '01990000-0000-7000-8000-0000000000a0',
  name: { sl: 'Moderni ples; 1, 2', en: 'Modern dance' },
  schedule: [{ day: 'tuesday' as const, start_time: '17:30', duration: 75 }],
  start_date: '2026-09-14',
  end_date: '2027-06-15',
  location_name: 'Dvorana Šiška',
  location_address: 'Celovška 72, Ljubljana',
};
const organization = { name: 'Plesna šola\r\nBEGIN:VEVENT', time_zone: 'Europe/Ljubljana' };
const asked = {
  language: 'sl' as const,
  url: 'https://vpisnik.test/public/o/groups/g/apply',
  now: new Date('2026-09-01T10:00:00Z'),
  today: '2026-09-01',
  departures: { exceptions: [], closures: [] },
};
const calendar = (given: object = {}, zone = 'Europe/Ljubljana') =>
  groupCalendar({ ...group, ...given }, { ...organization, time_zone: zone }, asked);
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar of a group', () => {
  test('repeats weekly in wall time from its first meeting to its last', async () => {
    const lines = linesOf(await calendar());
    expect(lines).toEqual(
      expect.arrayContaining([
        'UID:01990000-0000-7000-8000-0000000000a0-tuesday-1730@vpisnik',
        'DTSTART;TZID=Europe/Ljubljana:20260915T173000',
        'DTEND;TZID=Europe/Ljubljana:20260915T184500',
        'RRULE:FREQ=WEEKLY;UNTIL=20270616T120000Z',
        'SUMMARY:Moderni ples\\; 1\\, 2',
        'LOCATION:Dvorana Šiška\\, Celovška 72\\, Ljubljana',
      ]),
    );
  });

  test('knows both changes of the clock', async () => {
    const text = await calendar();
    expect(text).toContain(
      'BEGIN:STANDARD\r\nDTSTART:20261025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\nEND:STANDARD',
    );
    expect(text).toContain(
      'BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT',
    );
  });

  test.each([
    ['America/New_York', 'TZOFFSETTO:-0400'],
    ['Asia/Kolkata', 'TZOFFSETTO:+0530'],
    ['Australia/Lord_Howe', 'TZOFFSETTO:+1030'],
  ])('in %s', async (zone, offset) => expect(await calendar({}, zone)).toContain(offset));

  test('ends after midnight on the next day, and has no end when the group has none', async () => {
    const slot = { day: 'friday', start_time: '23:30', duration: 60 };
    const lines = linesOf(await calendar({ schedule: [slot], end_date: null }));
    expect(lines).toContain('DTSTART;TZID=Europe/Ljubljana:20260918T233000');
    expect(lines).toContain('DTEND;TZID=Europe/Ljubljana:20260919T003000');
    expect(lines).toContain('RRULE:FREQ=WEEKLY');
  });

  test('is whole days where there are no weekly times', async () => {
    const text = await calendar({ schedule: [], start_date: '2027-07-05', end_date: '2027-07-09' });
    expect(linesOf(text)).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20270705', 'DTEND;VALUE=DATE:20270710']),
    );
    expect(text).not.toContain('VTIMEZONE');
  });

  test('takes no text for anything else, and folds long lines between characters', async () => {
    const text = await calendar({ name: { sl: 'š'.repeat(200) } });
    expect(text.match(/BEGIN:VEVENT\r\n/g)).toHaveLength(1);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(linesOf(text)).toContain(`SUMMARY:${'š'.repeat(200)}`);
  });
});
