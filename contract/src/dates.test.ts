import { expect, test } from 'vitest';
import { existing, parseTypedDay, typedDay, yearsBetween } from './dates.ts';

test.each([
  ['01.09.2026', 'sl', '2026-09-01'],
  ['09/01/2026', 'en', '2026-09-01'],
  [' 29.02.2024 ', 'sl', '2024-02-29'],
  ['29.02.2023', 'sl', null],
  ['1.9.2026', 'sl', null],
  ['09/01/2026', 'sl', null],
  ['13/01/2026', 'en', null],
  ['01.09.0099', 'sl', '0099-09-01'],
  ['00.01.2026', 'sl', null],
] as const)('%s in %s is %s', (text, language, day) => {
  expect(parseTypedDay(text, language)).toBe(day);
});

test('a day is typed in the language, anything else stays', () => {
  expect(typedDay('2026-09-01', 'sl')).toBe('01.09.2026');
  expect(typedDay('2026-09-01', 'en')).toBe('09/01/2026');
  expect(typedDay('včeraj', 'sl')).toBe('včeraj');
});

test('a day exists or it does not', () => {
  expect(existing('2026-02-28')).toBe('2026-02-28');
  expect(existing('2026-02-30')).toBeNull();
  expect(existing('2026-2-3')).toBeNull();
});

test('years are full on the birthday', () => {
  expect(yearsBetween('2012-09-15', '2026-09-15')).toBe(14);
  expect(yearsBetween('2012-09-16', '2026-09-15')).toBe(13);
  expect(yearsBetween('2012-02-29', '2026-02-28')).toBe(13);
});
