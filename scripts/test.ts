import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Counts, runChecks } from './check.ts';
import { run } from './run.ts';
import { countPlaywright, countVitest } from './test-reports.ts';

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
  const { code } = await run('playwright', args, { show: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  return countPlaywright(file, code);
}

const beside = await Promise.all([runChecks(), runVitest()]);
const total = { passed: 0, failed: 0 };
// afterwards: the journeys build the web, which tests of the server read
for (const { passed, failed } of [...beside, await runPlaywright()]) {
  total.passed += passed;
  total.failed += failed;
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
