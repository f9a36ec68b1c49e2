import { expect, test } from 'vitest';
import { createReader } from './shortcuts.ts';

test('keys are read one after the other: two that stand alone, and a letter after g', () => {
  const read = createReader();
  expect(read({ key: '?', timeStamp: 0 })).toBe('shortcuts');
  expect(read({ key: '/', timeStamp: 0 })).toBe('search');
  expect(read({ key: 's', timeStamp: 0 })).toBe(null);
  expect(read({ key: 'g', timeStamp: 1_000 })).toBe(null);
  expect(read({ key: 'S', timeStamp: 1_400 })).toEqual({ letter: 's' });
  expect(read({ key: 's', timeStamp: 1_500 })).toBe(null);
});

test('a letter that comes late belongs to nothing', () => {
  const read = createReader();
  read({ key: 'g', timeStamp: 0 });
  expect(read({ key: 's', timeStamp: 1_600 })).toBe(null);
  read({ key: 'g', timeStamp: 5_000 });
  expect(read({ key: 'g', timeStamp: 5_100 })).toEqual({ letter: 'g' });
});
