import { expect, test } from 'vitest';
import { parseWholeNumber } from './whole-number.ts';

test.each([
  ['12', 12],
  ['  12\u00a0', 12],
  ['0', 0],
  ['007', 7],
  // for the schema to refuse by its own bounds, which say more
  ['-3', -3],
  ['−3', -3],
  ['', null],
  ['  ', null],
  ['12,5', '12,5'],
  ['1.000', '1.000'],
  ['1 000', '1 000'],
  ['10–12', '10–12'],
  ['1e3', '1e3'],
  ['+5', '+5'],
  ['dvajset', 'dvajset'],
  ['99999999999999999999', '99999999999999999999'],
])('%j is %j', (text, value) => {
  expect(parseWholeNumber(text)).toBe(value);
});
