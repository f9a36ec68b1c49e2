import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHere, isMissing, type Unpacked, unpack } from './previous.ts';
import { type Release, readReleases } from './releases.ts';
import { root, run } from './run.ts';
import { countVitest, type Told } from './test-reports.ts';

/**
 * Tries the release before on what this one makes of the database: its own tests of the main job, and an upgrade of what it has
 * filled. Its processes are replaced by ours, while people apply, only when there is time for it.
 */
export async function testPrevious(release: Release, { rolling }: { rolling: boolean }): Promise<Told> {
  const unpacked = await unpack(release);
  try {
    return total(
      await Promise.all([testsOf(unpacked), testsWith(unpacked, rolling ? [] : ['previous/upgrade'])]),
    );
  } finally {
    unpacked.remove();
  }
}

/** The release before; undefined before there is any. */
export const previousRelease = (): Release | undefined => readReleases().at(-1);

/** Its tests, with our schema. */
function testsOf({ folder }: Unpacked): Promise<Told> {
  const files = JSON.parse(readFileSync(join(folder, 'server/test/main-job.json'), 'utf8')) as string[];
  return vitest(['--project', 'server', ...files], folder, {
    MIGRATED_BY: join(root, 'server/src/db/migrate.ts'),
  });
}

/** Our tests with its code. */
const testsWith = ({ folder }: Unpacked, files: string[]) =>
  vitest(['--project', 'previous', ...files], root, { PREVIOUS: folder });

async function vitest(args: string[], cwd: string, env: Record<string, string>): Promise<Told> {
  const file = join(cwd, 'test-results/previous.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code, said } = await run('vitest', ['run', ...reporters, ...args], { cwd, env });
  // in one piece, between what others say meanwhile
  process.stdout.write(`\n${said}\n`);
  return countVitest(file, code);
}

const total = (all: readonly Told[]): Told => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
  failures: all.flatMap(({ failures }) => failures),
});

/** An upgrade of what each of the older releases has filled. */
async function testOlder(): Promise<Told> {
  const told: Told[] = [];
  for (const release of readReleases().slice(0, -1)) {
    if (!(await isHere(release))) {
      told.push({ passed: 0, failed: 1, failures: [isMissing(release)] });
      continue;
    }
    const unpacked = await unpack(release);
    told.push(await testsWith(unpacked, ['previous/upgrade']));
    unpacked.remove();
  }
  return total(told);
}

if (import.meta.main) {
  const release = previousRelease();
  if (!release || !(await isHere(release))) {
    process.stderr.write(`${release ? isMissing(release) : 'There is no release before this one.'}\n`);
    process.exitCode = 1;
  } else {
    const told = [await testPrevious(release, { rolling: true })];
    if (process.argv.includes('--every')) told.push(await testOlder());
    const { passed, failed, failures } = total(told);
    for (const failure of failures) process.stdout.write(`✗ ${failure}\n`);
    process.stdout.write(`\nAfter ${release.version}: ${passed} passed, ${failed} failed\n`);
    process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  }
}
