import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Env } from '../../src/env.ts';
import { databaseVariables } from '../database.ts';

/** Folder of the release before, with what it depends on: `scripts/test-previous.ts` makes it. */
export const before = process.env.PREVIOUS ?? '';

/** Runs a file of the release before on a database, in a process of its own; `script` goes on with what it exports. */
export async function runBefore(env: Env, file: string, script = ''): Promise<void> {
  const module = JSON.stringify(join(before, file));
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', `const its = await import(${module}); ${script}`],
    {
      cwd: before,
      env: { PATH: process.env.PATH, ...databaseVariables(env) },
    },
  );
}
