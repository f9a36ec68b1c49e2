import { describe, expect, test } from 'vitest';
import { readDay, readLanguages, readNumber, readSchedule } from './values.ts';

describe('a day', () => {
  test.each([
    ['1. 9. 2026', '2026-09-01'],
    ['01.09.2026', '2026-09-01'],
    ['1.9.2026.', '2026-09-01'],
    ['2026-09-01', '2026-09-01'],
    ['2026-09-01 08:00', '2026-09-01'],
    ['29. 2. 2028', '2028-02-29'],
  ])('%s', (text, day) => expect(readDay(text)).toBe(day));

  test.each([
    '31. 9. 2026',
    '9/1/2026',
    '1. 9. 26',
    '2026-13-01',
    'september',
    '2026-09-01 in potem',
    '45000',
  ])('not %s', (text) => expect(readDay(text)).toBeUndefined());
});

test('whole numbers', () => {
  expect(['16', '16.0', '16,00', '1.200', '1 200', '0'].map(readNumber)).toEqual([16, 16, 16, 1200, 1200, 0]);
  for (const text of ['-1', '1.5', 'veliko', '1e3', '0x10']) expect(readNumber(text)).toBeUndefined();
});

test('languages', () => {
  expect(readLanguages('sl, en')).toEqual(['sl', 'en']);
  expect(readLanguages('Slovenščina;ANGLEŠČINA')).toEqual(['sl', 'en']);
  expect(readLanguages('English/english')).toEqual(['en']);
  expect(readLanguages('de')).toBeUndefined();
});

describe('a schedule', () => {
  const monday = { day: 'monday', start_time: '17:00', duration: 60 };
  test.each([
    ['pon 17:00 60', [monday]],
    ['Ponedeljek ob 17.00, 60 min', [monday]],
    ['pon. 17:00-18:00', [monday]],
    ['Mon 17:00 – 18:00', [monday]],
    ['ponedeljek in sreda 17:00 60', [monday, { ...monday, day: 'wednesday' }]],
    [
      'pon, čet 17:00 60; SO 9:30-11:00',
      [monday, { ...monday, day: 'thursday' }, { day: 'saturday', start_time: '09:30', duration: 90 }],
    ],
    [
      'pet 23:30-00:30\nned 8:00 45',
      [
        { day: 'friday', start_time: '23:30', duration: 60 },
        { day: 'sunday', start_time: '08:00', duration: 45 },
      ],
    ],
    ['', []],
  ])('%s', (text, slots) => expect(readSchedule(text)).toEqual(slots));

  test.each([
    'pon',
    'pon 17:00',
    '17:00 60',
    'pon 25:00 60',
    'pon 17:60 60',
    'dan 17:00 60',
    'pon 17:00 60; tor',
  ])('not %s', (text) => expect(readSchedule(text)).toBeUndefined());

  test('that is long and leads nowhere is refused at once', () => {
    expect(readSchedule(`${'pon, '.repeat(1000)}x`)).toBeUndefined();
    expect(readSchedule(`${'pon '.repeat(1000)}17:00 60x`)).toBeUndefined();
  });
});
