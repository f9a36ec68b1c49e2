import { expect, test } from 'vitest';
import { contrast } from './contrast.ts';

test('contrast is what the guidelines say', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#798736')).toBeCloseTo(3.92, 1);
});
