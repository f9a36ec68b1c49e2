import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeScratch, scratchDir } from '../server/test/scratch-dir.ts';
import { runChecks } from './check.ts';
import { isHere, isMissing } from './previous.ts';
import { run } from './run.ts';
import { previousRelease, testPrevious } from './test-previous.ts';
import { countPlaywright, countVitest, type Told } from './test-reports.ts';
import { buildWeb, isWebOutdated } from './web-build.ts';

const temporary = makeScratch();
// what tests write for a moment needs no disk, and its thousands of small files cost one most; on a disk it stays where the
// next run looks for what was left
if (scratchDir() !== tmpdir()) process.env.TMPDIR = temporary;

async function runVitest(): Promise<Told> {
  const file = join(temporary, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run('vitest', args, { show: true });
  return countVitest(file, code);
}

async function runPlaywright(): Promise<Told> {
  const file = join(temporary, 'playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const { code, said } = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } });
  // in one piece, between what Vitest says meanwhile
  process.stdout.write(`\n${said}\n`);
  return countPlaywright(file, code);
}

/** Builds the web unless it is new; a build that fails counts as a failure. */
async function runBuild(): Promise<Told> {
  try {
    if (isWebOutdated()) await buildWeb();
    return { passed: 1, failed: 0, failures: [] };
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`build of the web: ${(error as Error).message}`] };
  }
}

/** Tries the release before on what this one makes of the database, where the clone has it. */
async function runPrevious(): Promise<Told> {
  const release = previousRelease();
  const nothing: Told = { passed: 0, failed: 0, failures: [] };
  if (!release) return nothing;
  if (await isHere(release)) {
    return testPrevious(release, { rolling: false }).catch((error: Error) => ({
      ...{ passed: 0, failed: 1 },
      failures: [`release before: ${error.message}`],
    }));
  }
  process.stdout.write(`Left out: ${isMissing(release)}\n`);
  return nothing;
}

// before all tests: those of the server read the built web, and the journeys would build it meanwhile
const built = await runBuild();
const [vitest, playwright] = [runVitest(), runPlaywright()];
// the first to end leaves a core idle for minutes: what needs no order fills it
const meanwhile = Promise.race([vitest, playwright]).then(() => Promise.all([runChecks(), runPrevious()]));
const tests = await Promise.all([vitest, playwright]);
const [checks, previous] = await meanwhile;
const told = [built, ...tests, checks, previous];
const total = { passed: 0, failed: 0 };
for (const { passed, failed } of told) {
  total.passed += passed;
  total.failed += failed;
}
// once more at the end, where they are found below thousands of lines
for (const { failures } of told) for (const failure of failures) process.stdout.write(`✗ ${failure}\n`);
rmSync(temporary, { recursive: true, force: true });
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
