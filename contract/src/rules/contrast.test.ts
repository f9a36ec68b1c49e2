import { expect, test } from 'vitest';
import { groupColors } from '../groups.ts';
import { contrast, markContrast } from './contrast.ts';

test('contrast is what the guidelines say', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#ffffff', '#798736')).toBeCloseTo(3.92, 1);
});

test('a mark must stand out in both themes', () => {
  for (const color of groupColors) expect(markContrast(color).isGood, color).toBe(true);
  expect(markContrast('#ffff00').isGood).toBe(false);
  expect(markContrast('#1a1a1a').isGood).toBe(false);
});
