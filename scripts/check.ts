import { run } from './run.ts';
import type { Told } from './test-reports.ts';

// two lanes keep two cores busy: of the four that are its default, each looks at the same libraries again
const tsc = ['--checkers', '1'];

/** Static checks, the longest first. Those that cache keep it in `node_modules/.cache`. */
const steps: { name: string; command: string; args: string[] }[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings'] },
  { name: 'types of server, contract and tools', command: 'tsc', args: ['-p', 'tsconfig.json', ...tsc] },
  { name: 'types of the web', command: 'tsc', args: ['-p', 'web/tsconfig.json', ...tsc] },
  { name: 'unused files and exports', command: 'knip', args: ['--no-progress', '--cache'] },
  { name: 'arrows between rooms', command: 'node', args: ['scripts/arrows.ts'] },
  { name: 'patterns on what comes in', command: 'node', args: ['scripts/patterns.ts'] },
  { name: 'migrations beside the release before', command: 'node', args: ['scripts/migrations.ts'] },
  { name: 'days in tests', command: 'node', args: ['scripts/days.ts'] },
];

/** How many run at once. */
const lanes = 2;

/** Runs every check, also after one failed, with a line for each and all that a failing one said. */
export async function runChecks(): Promise<Told> {
  const told: Told = { passed: 0, failed: 0, failures: [] };
  const waiting = steps.values();
  const lane = async () => {
    for (const { name, command, args } of waiting) {
      const began = performance.now();
      const { code, said } = await run(command, args);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)\n${code === 0 ? '' : said}`);
      told[code === 0 ? 'passed' : 'failed'] += 1;
      if (code !== 0) told.failures.push(name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return told;
}

if (import.meta.main) {
  const { failed } = await runChecks();
  process.exitCode = failed > 0 ? 1 : 0;
}
