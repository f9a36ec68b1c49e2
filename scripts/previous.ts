import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from './releases.ts';
import { root, run } from './run.ts';

/** A release's code with what it depends on, in a folder of its own. */
export interface Unpacked {
  folder: string;
  remove(): void;
}

/** Whether the clone has a release; one without history has none. */
export const isHere = async ({ commit }: Release): Promise<boolean> =>
  (await git(['cat-file', '-t', commit])).said.trim() === 'commit';

/** What to say where a release is not here. */
export const isMissing = ({ version, commit }: Release): string =>
  `Release ${version} (${commit}) is not in this clone, so it can't be tried on what this one makes of the database: git fetch --unshallow --tags`;

/**
 * Puts a release's code into a temporary folder, with the packages of its lockfile.
 *
 * @throws its tag is another commit, or its packages can't be had
 */
export async function unpack({ version, commit }: Release): Promise<Unpacked> {
  const tag = await git(['rev-parse', '--quiet', '--verify', `refs/tags/v${version}^{commit}`]);
  if (tag.code === 0 && tag.said.trim() !== commit)
    throw new Error(
      `releases.json says that ${version} is ${commit}; the tag v${version}, ${tag.said.trim()}`,
    );
  const temporary = mkdtempSync(join(tmpdir(), `vpisnik-${version}-`));
  const folder = join(temporary, 'code');
  // an index of its own: that of the clone belongs to who works in it
  const env = { GIT_INDEX_FILE: join(temporary, 'index') };
  for (const args of [
    ['read-tree', commit],
    ['checkout-index', '--all', `--prefix=${folder}/`],
  ]) {
    const { code, said } = await git(args, env);
    if (code !== 0) throw new Error(said);
  }
  if (hasSamePackages(folder)) linkPackages(folder);
  else {
    const args = ['ci', '--no-fund', '--no-audit', '--loglevel=error'];
    const { code, said } = await run('npm', args, { cwd: folder });
    if (code !== 0) throw new Error(said);
  }
  return { folder, remove: () => rmSync(temporary, { recursive: true, force: true }) };
}

const git = (args: string[], env: Record<string, string> = {}) =>
  run('git', args, { env }).catch(() => ({ code: 1, said: '' }));

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; link?: boolean }>;
}

/** Whether all packages of another release are here, in its versions; there may be more. */
function hasSamePackages(folder: string): boolean {
  const [its, ours] = [folder, root].map(
    (place) => JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as Lock,
  );
  return Object.entries(its?.packages ?? {}).every(
    ([path, { integrity, link }]) =>
      link || !path.includes('node_modules/') || ours?.packages[path]?.integrity === integrity,
  );
}

/** Lets a release use our packages, but its own workspaces. */
function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@vpisnik'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@vpisnik' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  for (const name of readdirSync(join(root, 'node_modules/@vpisnik'))) {
    symlinkSync(join(folder, name), join(modules, '@vpisnik', name), 'junction');
    const own = join(root, name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, name, 'node_modules'), 'junction');
  }
}
