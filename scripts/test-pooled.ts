import { delimiter } from 'node:path';
import { run } from './run.ts';

// Debian has it there, which is no part of an ordinary account's path
process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

/** Why tests can't go through the PgBouncer of this machine; undefined when they can. */
async function findProblem(): Promise<string | undefined> {
  const { said } = await run('pgbouncer', ['--version']).catch(() => ({ said: '' }));
  const [, release, major, minor] = /PgBouncer ((\d+)\.(\d+)\S*)/.exec(said) ?? [];
  if (!release) return 'PgBouncer is needed: apt-get install pgbouncer';
  if (Number(major) === 1 && Number(minor) < 21)
    return `PgBouncer ${release} knows no prepared statements: 1.21 or newer is needed, as in Debian 13`;
  return undefined;
}

const problem = await findProblem();
if (problem) process.stderr.write(`${problem}\n`);
process.exitCode = 1;
if (!problem) {
  const [, , ...given] = process.argv;
  const { code } = await run(
    'vitest',
    [
      ...['run', '--project', 'server', '--project', 'server-watched'],
      ...(given.length > 0 ? given : ['server/']),
    ],
    { show: true, env: { POOLED: 'true' } },
  );
  process.exitCode = code ?? 1;
}
