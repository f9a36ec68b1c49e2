import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, runChecks } from './check.ts';
import { run } from './run.ts';
import { countPlaywright, countVitest } from './test-reports.ts';
import { buildWeb, isWebOutdated } from './web-build.ts';

const reports = mkdtempSync(join(tmpdir(), 'vpisnik-reports-'));

async function runVitest(): Promise<Counts> {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run('vitest', args, { show: true });
  return countVitest(file, code);
}

async function runPlaywright(): Promise<Counts> {
  const file = join(reports, 'playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const { code, said } = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  // in one piece, between what Vitest says meanwhile
  process.stdout.write(`\n${said}\n`);
  return countPlaywright(file, code);
}

// built before all tests: those of the server read it, and the journeys would build it meanwhile
const [checks] = await Promise.all([runChecks(), isWebOutdated() ? buildWeb() : undefined]);
const tests = await Promise.all([runVitest(), runPlaywright()]);
const total = { passed: 0, failed: 0 };
for (const { passed, failed } of [checks, ...tests]) {
  total.passed += passed;
  total.failed += failed;
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
