import { expect, test } from 'vitest';
import { parseTime } from './TimeField.tsx';

test.each([
  ['17:30', '17:30'],
  ['9.30', '09:30'],
  ['1730', '17:30'],
  ['930', '09:30'],
  ['7', '07:00'],
  ['24:00', null],
  ['17:60', null],
  ['ob petih', null],
])('the time %s is %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});
