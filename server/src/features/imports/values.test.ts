import { describe, expect, test } from 'vitest';
import {
  readColor,
  readDay,
  readLanguages,
  readMoment,
  readNumber,
  readSchedule,
  readWhenFull,
} from './values.ts';

// fixed days: cells are read, whenever that is

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

describe('a moment', () => {
  test.each([
    ['1. 9. 2026 8:00', '2026-09-01T06:00:00Z'],
    ['1. 09. 2026 08:00:00', '2026-09-01T06:00:00Z'],
    ['1.9.2026, ob 8.00 h', '2026-09-01T06:00:00Z'],
    ['2026-01-10T08:00', '2026-01-10T07:00:00Z'],
    ['2026-01-10 at 08:00', '2026-01-10T07:00:00Z'],
    ['10. 1. 2026', '2026-01-10T22:59:00Z'],
    ['2026-09-01T08:00:00Z', '2026-09-01T08:00:00.000Z'],
    ['2026-09-01T08:00-05:00', '2026-09-01T13:00:00.000Z'],
    // the clocks skip this half hour, and go through that one twice
    ['29. 3. 2026 2:30', '2026-03-29T01:30:00Z'],
    ['25. 10. 2026 2:30', '2026-10-25T00:30:00Z'],
  ])('%s', (text, instant) => expect(readMoment(text, 'Europe/Ljubljana', '23:59')).toBe(instant));

  test.each([
    '8:00',
    '31. 9. 2026 8:00',
    '1. 9. 2026 24:00',
    '1. 9. 2026 8:60',
    '9/1/2026 8:00',
    '46266.33',
    'danes',
  ])('not %s', (text) => expect(readMoment(text, 'Europe/Ljubljana', '23:59')).toBeUndefined());
});

test('what happens when all places are taken', () => {
  for (const text of ['čakalna vrsta', 'ČAKALNI SEZNAM', 'waiting  list', 'Da', 'true', 'x'])
    expect(readWhenFull(text)).toBe('waitlist');
  for (const text of ['Zapri', 'close', 'ne', 'FALSE']) expect(readWhenFull(text)).toBe('close');
  expect(readWhenFull('mogoče')).toBeUndefined();
});

test('colours', () => {
  expect(['#B4533A', '798736', '#fa0'].map(readColor)).toEqual(['#b4533a', '#798736', '#ffaa00']);
  for (const text of ['zelena', '#12345', '#gggggg', 'url(x)']) expect(readColor(text)).toBeUndefined();
});

test('whole numbers', () => {
  const written = ['16', '16.0', '16,00', '1.200', '1 200', '1.000', '1,000', '0'];
  expect(written.map(readNumber)).toEqual([16, 16, 16, 1200, 1200, 1000, 1000, 0]);
  for (const text of ['-1', '1.5', '16,5', '1.2000', 'veliko', '1e3', '0x10'])
    expect(readNumber(text)).toBeUndefined();
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
    ['pon\u00a0 ob  17:00 ,60min.', [monday]],
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
    'ob 17:00 60',
    'pon17:00 60',
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
