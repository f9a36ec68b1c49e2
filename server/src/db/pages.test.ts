import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { afterCursor } from './pages.ts';

const order = { key: sql`name`, id: sql`id`, descending: false };
const id = '01a1fd57-b2df-76c2-b787-299f41fe8d59';
const encoded = (cursor: unknown) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

test.each([['Maja'], [7], [null]])('goes on after the key %j', (key) =>
  expect(afterCursor(order, encoded([key, id]))).toBeDefined(),
);

test.each([
  ['an array for a key', [[1, 2], id]],
  ['an object for a key', [{ a: 1 }, id]],
  ['a truth for a key', [true, id]],
  ['a made-up id', ['Maja', 'x']],
  ['an id in an array', ['Maja', [id]]],
  ['more than two parts', ['Maja', id, id]],
  ['a text', 'Maja'],
])('refuses %s', (_name, cursor) => {
  expect(() => afterCursor(order, encoded(cursor))).toThrow('invalid_request');
});

test('refuses a malformed cursor', () => expect(() => afterCursor(order, '{')).toThrow('invalid_request'));
