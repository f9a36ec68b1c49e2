import { existsSync, readFileSync } from 'node:fs';
import type { Counts } from './check.ts';

/** What a runner's report tells. */
export interface Told extends Counts {
  /** A line for each test that failed: its file and title. */
  failures: string[];
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface PlaywrightSuite {
  specs?: { ok: boolean; title: string; file: string; line: number }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport extends PlaywrightSuite {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** A report that no runner wrote whole. */
const unwritten = (runner: string): Told => ({
  passed: 0,
  failed: 1,
  failures: [`${runner} wrote no report`],
});

/**
 * Counts of a JSON report of vitest. A file that could not be loaded counts as one failure, and so does anything else that made the
 * run fail; a test that was left out is no success.
 */
export function countVitest(file: string, code: number | null): Told {
  const report = read<VitestReport>(file);
  if (!report) return unwritten('Vitest');
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: code === 0 && report.success ? failed : Math.max(failed, 1),
    failures: [
      ...broken.map(({ name }) => name),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${name}: ${fullName}`),
      ),
    ],
  };
}

/** Counts of a Playwright run; a test that passed only on retry counts as failed. */
export function countPlaywright(file: string, code: number | null): Told {
  const report = read<PlaywrightReport>(file);
  if (!report) return unwritten('Playwright');
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped;
  return {
    passed: expected,
    failed: code === 0 ? failed : Math.max(failed, 1),
    failures: specsOf(report)
      .filter(({ ok }) => !ok)
      .map(({ file, line, title }) => `${file}:${line}: ${title}`),
  };
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Undefined when the runner ended before it wrote a whole report. */
function read<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
