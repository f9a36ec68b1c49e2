import { expect, test } from 'vitest';
import { label } from '../common.ts';
import { limits } from './limits.ts';
import { labelWith, slugOf } from './slug.ts';

test('whatever a label gets behind it, it stays one', () => {
  expect(labelWith('jazz', '2027')).toBe('jazz-2027');
  // a label of every length, with a dash at every place in which it may be cut
  for (let length = 1; length <= limits.label; length += 1)
    for (const first of [1, 2, 3]) {
      const proposed = slugOf(`${'a'.repeat(first)} ${'bc '.repeat(limits.label)}`.slice(0, length));
      for (const tail of ['2', '2027']) {
        const made = labelWith(proposed, tail);
        expect(label.safeParse(made)).toEqual({ success: true, data: made });
        expect(made.endsWith(`-${tail}`)).toBe(true);
      }
    }
});

test('labels are proposed from names', () => {
  expect(slugOf('Moderni ples, višja stopnja (đ)')).toBe('moderni-ples-visja-stopnja-d');
  expect(slugOf(' — ')).toBe('');
});
