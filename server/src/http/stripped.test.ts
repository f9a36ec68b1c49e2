import { expect, test } from 'vitest';
import { z } from 'zod';
import { stripped } from './stripped.ts';

test('a reply is stripped by each schema, whether or not it is frozen', () => {
  const [short, long] = [z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number() })];
  const plain = { a: 1, b: 2, secret: 3 };
  expect(stripped(short, plain)).toEqual({ a: 1 });
  plain.a = 4;
  expect(stripped(short, plain)).toEqual({ a: 4 });
  const reply = Object.freeze(plain);
  expect([stripped(short, reply), stripped(long, reply)]).toEqual([{ a: 4 }, { a: 4, b: 2 }]);
  expect(stripped(short, reply)).toBe(stripped(short, reply));
});
