import { expect, test } from 'vitest';
import { findDays, readTests } from './days.ts';

const found = (text: string) => findDays([{ path: 'server/src/x.test.ts', text }]);

test.each([
  "const day = '2026-09-01';",
  "const month = '2031-05';",
  "open_at: '2027-02-28T23:55:00Z'",
  "fill('1. 9. 2026')",
  "fill('01.09.2026')",
  "['2026/09/21 5:03:22 PM']",
  "'2026/09/' + (10 + at)",
  "fill('09/01/2028')",
  "getByText('1 September 2029')",
  "getByText('Sep 1, 2029')",
  'new Date(2027, 1, 28)',
  'Date.UTC(2027, 1, 28)',
])('a day that will be past is found: %s', (text) => {
  expect(found(`import x from 'x';\n${text}`)).toEqual([
    expect.stringMatching(/^server\/src\/x\.test\.ts:2 /),
  ]);
});

test.each([
  "born: '2012-03-04'",
  "password: 'Vpisnik-2026!'",
  "search('novak 2026')",
  "season('2026/27')",
  "id: '0199a000-2026-7000-8000-000000000001'",
  "// until '2026-09-01'",
  '/** The season 2026-09-01. */',
])('no such day is %s', (text) => {
  expect(found(text)).toEqual([]);
});

test.each([
  "vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-26T09:00:00Z') });",
  "vi.setSystemTime(new Date('2026-09-20T22:30:00Z'));",
  "// fixed days: only stored and read back\nconst day = '2026-09-01';",
])('a file may keep its days that says %s', (text) => {
  expect(found(`${text}\nconst other = '2027-01-01';`)).toEqual([]);
});

test('a reason has words', () => {
  expect(found("// fixed days:\nconst day = '2026-09-01';")).toHaveLength(1);
});

test('reads the tests of all rooms and what serves them', () => {
  const rooms = new Set(readTests().map(({ path }) => path.split('/')[0]));
  expect([...rooms].sort()).toEqual(['contract', 'e2e', 'mailbox', 'scripts', 'server', 'web']);
});
