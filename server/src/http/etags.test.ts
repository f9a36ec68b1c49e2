import { expect, test } from 'vitest';
import { namesTag } from './etags.ts';

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ['"x" ,\tW/"a" , "y"', true],
  ['*', true],
  ['"A"', false],
  ['a', false],
  ['w/"a"', false],
  ['"a" "b"', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s', (header, isNamed) => expect(namesTag(header, '"a"')).toBe(isNamed));
