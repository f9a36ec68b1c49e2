import { contract } from '@vpisnik/contract/contract';
import { describe, expect, test } from 'vitest';
import { findSlowPatterns, isSlow, readServed } from './patterns.ts';

const found = (text: string) => findSlowPatterns([{ path: 'server/src/x.ts', text }]);

describe('a pattern that takes the square of a text’s length', () => {
  test.each([
    String.raw`path.replace(/\/+$/, '')`,
    String.raw`header.split(/\s*,\s*/)`,
    String.raw`/^(\w+)*$/.test(name)`,
    String.raw`const schema = z.string().regex(/\d+-x/)`,
    String.raw`new RegExp('\\s+$')`,
    'RegExp(`^a*' + '$' + '{b}?a*$`)',
    "new RegExp('^a*' + 'a*$')",
  ])('is found: %s', (text) => {
    expect(found(`import x from 'x';\n${text};`)).toEqual([expect.stringContaining('server/src/x.ts:2 /')]);
  });

  test('is taken for one where it can’t be read', () => {
    expect(found('new RegExp(source)')).toEqual([
      'server/src/x.ts:1 makes a pattern of what is not written there',
    ]);
  });

  test.each([
    String.raw`path.replace(/^\/+/, '')`,
    String.raw`text.replace(/\s+/g, ' ')`,
    String.raw`text.split(/[\s,;]+/)`,
    'new RegExp(`^' + '$' + '{code}[- ]?`)',
    String.raw`// path.replace(/\/+$/, '')`,
    String.raw`const said = 'path.replace(/\\/+$/)'`,
  ])('is not %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('reads contract and server, and what of the web the server draws', () => {
  const rooms = new Set(readServed().map(({ path }) => path.split('/')[0]));
  expect([...rooms].sort()).toEqual(['contract', 'server', 'web']);
});

// those of zod itself too: for ids, days and instants
test('no pattern by which the contract judges what comes in is slow', () => {
  const patterns = [...patternsIn(contract, new Set())];
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter(({ source, flags }) => isSlow({ pattern: source, flags }))).toEqual([]);
});

function* patternsIn(value: unknown, seen: Set<unknown>): Generator<RegExp> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof RegExp) yield value;
  else if (value instanceof Map || value instanceof Set)
    for (const inner of value.values()) yield* patternsIn(inner, seen);
  else for (const inner of Object.values(innerOf(value))) yield* patternsIn(inner, seen);
}

/** What a schema is made of; other objects by their own properties. */
const innerOf = (value: object): object => ('_zod' in value ? schemaOf(value._zod as Zod) : value);

type Zod = { def: object; bag: object };
const schemaOf = ({ def, bag }: Zod) => ({ def, bag });
