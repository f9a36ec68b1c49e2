import { expect, test } from 'vitest';
import { completedDay, existing, parseTypedDay, typedDay, yearsBetween } from './dates.ts';

// fixed days: the functions know no today

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
  ['01.13.2026', 'sl', null],
  ['31.04.2026', 'sl', null],
  ['1. 9. 2026', 'sl', null],
  ['01.09.26', 'sl', null],
  ['01.09.20261', 'sl', null],
  ['01.09.2026', 'en', null],
  ['9/1/2026', 'en', null],
  ['', 'en', null],
] as const)('%s in %s is %s', (text, language, day) => {
  expect(parseTypedDay(text, language)).toBe(day);
});

test('a day is typed in the language, anything else stays', () => {
  expect(typedDay('2026-09-01', 'sl')).toBe('01.09.2026');
  expect(typedDay('2026-09-01', 'en')).toBe('09/01/2026');
  expect(typedDay('včeraj', 'sl')).toBe('včeraj');
});

test.each([
  ['1.9.2018', 'sl', '01.09.2018'],
  ['1. 9. 2018', 'sl', '01.09.2018'],
  [' 1. 9. 2018. ', 'sl', '01.09.2018'],
  ['01092018', 'sl', '01.09.2018'],
  ['1/9/2018', 'sl', '01.09.2018'],
  ['1 9 2018', 'sl', '01.09.2018'],
  ['1.\u00a09.\u00a02018', 'sl', '01.09.2018'],
  ['1\u202f9\u202f2018', 'sl', '01.09.2018'],
  ['1.  9.  2018', 'sl', '01.09.2018'],
  ['01 / 09 / 2018', 'sl', '01.09.2018'],
  ['09 / 01 / 2018', 'en', '09/01/2018'],
  ['2018-09-01', 'sl', '01.09.2018'],
  ['01.09.2018', 'sl', '01.09.2018'],
  ['9/1/2018', 'en', '09/01/2018'],
  ['9-1-2018', 'en', '09/01/2018'],
  ['09012018', 'en', '09/01/2018'],
  ['2018-09-01', 'en', '09/01/2018'],
  ['1. 9. 2018', 'en', '09/01/2018'],
  ['13.9.2018', 'en', '09/13/2018'],
  ['1.9.18', 'sl', '01.09.2018'],
  ['1. 9. 36', 'sl', '01.09.2036'],
  ['1/9/37', 'sl', '01.09.1937'],
  ['9/1/00', 'en', '09/01/2000'],
] as const)('people write %s in %s for %s', (text, language, pattern) => {
  expect(completedDay(text, language, 2026)).toBe(pattern);
});

test.each([
  ['31.4.2018', 'sl'],
  ['31042018', 'sl'],
  ['1.9.018', 'sl'],
  ['010918', 'sl'],
  ['31.2.18', 'sl'],
  ['1.92018', 'sl'],
  ['192018', 'sl'],
  ['13/1/2018', 'en'],
  ['1. september 2018', 'sl'],
  ['', 'sl'],
] as const)('%s in %s stays as it was typed', (text, language) => {
  expect(completedDay(text, language)).toBe(text);
});

test('two digits are a year of the century that is near', () => {
  expect(completedDay('1.9.99', 'sl', 2095)).toBe('01.09.2099');
  expect(completedDay('1.9.05', 'sl', 2095)).toBe('01.09.2105');
  expect(completedDay('1.9.06', 'sl', 2095)).toBe('01.09.2006');
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
