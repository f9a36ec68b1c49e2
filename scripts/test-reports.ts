import { existsSync, readFileSync } from 'node:fs';
import type { Counts } from './check.ts';

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

interface PlaywrightReport {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/**
 * Counts of a JSON report of vitest. A file that could not be loaded counts as one failure, and so does anything else that made the
 * run fail; a test that was left out is no success.
 */
export function countVitest(file: string, code: number | null): Counts {
  const report = read<VitestReport>(file);
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: code === 0 && report.success ? failed : Math.max(failed, 1),
  };
}

/** Counts of a Playwright run; a test that passed only on retry counts as failed. */
export function countPlaywright(file: string, code: number | null): Counts {
  const report = read<PlaywrightReport>(file);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: code === 0 ? failed : Math.max(failed, 1) };
}

/** Undefined when the runner ended before it wrote a whole report. */
function read<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}
