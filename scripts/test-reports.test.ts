import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countPlaywright, countVitest } from './test-reports.ts';

const dir = mkdtempSync(join(tmpdir(), 'vpisnik-reports-'));
afterAll(() => rmSync(dir, { recursive: true }));

function report(content: unknown): string {
  const file = join(dir, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = {
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [] }],
};
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test('counts what passed and failed', () => {
  expect(countVitest(report(vitest), 0)).toEqual({ passed: 7, failed: 0, failures: [] });
  expect(countVitest(report({ ...vitest, numFailedTests: 2 }), 1)).toMatchObject({ passed: 7, failed: 2 });
  expect(countPlaywright(report({ stats }), 0)).toEqual({ passed: 3, failed: 0, failures: [] });
  expect(countPlaywright(report({ stats: { ...stats, unexpected: 2 } }), 1)).toMatchObject({
    passed: 3,
    failed: 2,
  });
});

test('names what failed', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'counts' },
    { status: 'failed', fullName: 'adds up', failureMessages: ['expected 1 to be 2\n    at sum.ts:3'] },
  ];
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults }];
  expect(countVitest(report({ ...vitest, numFailedTests: 1, testResults }), 1).failures).toEqual([
    'a.test.ts: adds up\n    expected 1 to be 2\n        at sum.ts:3',
  ]);
  const errors = [{ message: '\u001b[31mTimeout\u001b[39m of the button' }];
  const spec = { title: 'pays', file: 'money.spec.ts', line: 7, tests: [{ results: [{ errors }] }] };
  const suites = [{ suites: [{ specs: [{ ...spec, ok: false }] }], specs: [{ ...spec, ok: true }] }];
  expect(countPlaywright(report({ stats: { ...stats, unexpected: 1 }, suites }), 1).failures).toEqual([
    'money.spec.ts:7: pays\n    Timeout of the button',
  ]);
});

test('a file that could not be loaded is a failure', () => {
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }];
  expect(countVitest(report({ ...vitest, testResults }), 1)).toEqual({
    passed: 7,
    failed: 1,
    failures: ['a.test.ts'],
  });
});

test('a run that failed for another reason is a failure', () => {
  expect(countVitest(report({ ...vitest, success: false }), 1)).toMatchObject({ passed: 7, failed: 1 });
  expect(countVitest(join(dir, 'missing.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(report({ stats }), 1)).toMatchObject({ passed: 3, failed: 1 });
  expect(countPlaywright(join(dir, 'missing.json'), 0)).toMatchObject({ passed: 0, failed: 1 });
});

test('tests that were left out, or passed at the second try, do not count as passed', () => {
  expect(countVitest(report({ ...vitest, numPendingTests: 1, numTodoTests: 1 }), 0).failed).toBe(2);
  expect(countPlaywright(report({ stats: { ...stats, flaky: 1, skipped: 1 } }), 0).failed).toBe(2);
});
