import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archiveName, readArchiveName } from './format.ts';
import { chooseKept } from './kept.ts';

// fixed days: days that are counted from each other, not from today
const from = Date.UTC(2026, 0, 1, 1, 13);
const night = (number: number) => new Date(from + number * 86_400_000);
const days = (dates: Date[]) => dates.map((date) => date.toISOString().slice(0, 10));

test('a year of nights leaves a week of days, a month of weeks and a year of months', () => {
  const nights = Array.from({ length: 400 }, (_, number) => night(number));
  expect(days(chooseKept(nights))).toEqual([
    ...['2027-02-04', '2027-02-03', '2027-02-02', '2027-02-01', '2027-01-31', '2027-01-30', '2027-01-29'],
    ...['2027-01-24', '2027-01-17', '2026-12-31', '2026-11-30', '2026-10-31', '2026-09-30', '2026-08-31'],
    ...['2026-07-31', '2026-06-30', '2026-05-31', '2026-04-30', '2026-03-31'],
  ]);
});

test('keeps the newest, and removing every night leaves what removing once does', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 40 * 24 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, (hours) => {
      let at = from;
      const made = hours.map((gap) => {
        at += gap * 3_600_000;
        return new Date(at);
      });
      let there: Date[] = [];
      for (const archive of made) there = chooseKept([...there, archive]);
      expect(there[0]).toEqual(made.at(-1));
      expect(there.length).toBeLessThanOrEqual(7 + 4 + 12);
      // seven nights in a row are there however the times before were
      expect(days(chooseKept(made)).slice(0, 7)).toEqual(days(there).slice(0, 7));
    }),
  );
});

test('the name of an archive tells whose it is and when it was made', () => {
  const name = archiveName('https://vpisnik.example:8443', night(0));
  expect(name).toBe('vpisnik-vpisnik.example-8443-20260101T011300Z.tar.zst.age');
  expect(readArchiveName('https://vpisnik.example:8443', name)).toEqual(night(0));
  for (const other of ['https://vpisnik.example', 'https://other.example:8443'])
    expect(readArchiveName(other, name)).toBeUndefined();
  for (const other of ['notes.txt', name.replace('20260101', '20261301'), `${name}.part`])
    expect(readArchiveName('https://vpisnik.example:8443', other)).toBeUndefined();
});
