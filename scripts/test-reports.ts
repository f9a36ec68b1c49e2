import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a step or a runner's report tells. */
export interface Told {
  passed: number;
  failed: number;
  /** The names of steps that failed; for each such test its file and title, and below them how its error begins. */
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
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightSuite {
  specs?: {
    ok: boolean;
    title: string;
    file: string;
    line: number;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
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
          .map(({ fullName, failureMessages = [] }) => withError(`${name}: ${fullName}`, failureMessages[0])),
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
      .map(({ file, line, title, tests }) => {
        const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
        return withError(`${file}:${line}: ${title}`, error?.message);
      }),
  };
}

/** The most lines of an error: what was expected of which part, and what it was. */
const LINES = 12;

/** A failure with the beginning of its error, without colours, indented below it. */
const withError = (failure: string, error = ''): string =>
  [failure, ...stripVTControlCharacters(error).split('\n').slice(0, LINES).filter(Boolean)].join('\n    ');

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
