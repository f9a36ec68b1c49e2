import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isBehindSignIn, sectionNames } from './sections.ts';

test('the sections are the first parts of all addresses behind sign-in', () => {
  const files = globSync('*.tsx', { cwd: new URL('../routes/_app/', import.meta.url) });
  const parts = files.map((file) => /^[^._]+/.exec(file)?.[0]);
  expect([...new Set(parts)].sort()).toEqual([...sectionNames].sort());
});

test.each([
  ['/families/0199a000-0000-7000-8000-000000000001', true],
  ['/dashboard', true],
  ['/dashboards', false],
  ['/login', false],
  ['/', false],
])('%s is behind sign-in: %s', (pathname, expected) => {
  expect(isBehindSignIn(pathname)).toBe(expected);
});
