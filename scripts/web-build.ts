import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../server/src/plain-error.ts';
import { root, run } from './run.ts';

const stamp = join(root, 'web/dist/.sources');
const sources = ['web/**/*', 'contract/src/**/*', 'package-lock.json', 'CHANGELOG.md'];
const others = ['**/node_modules', 'web/dist', 'web/test', '**/test-results', '**/.*', '**/*.test.*'];

/** Whether the web's pages have to be built before they can be served. */
export function isWebOutdated(): boolean {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint();
}

/** Builds the web's pages. What the tools say is shown only when they fail. */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  const { code, said } = await run('npm', ['run', 'build', '-w', 'web'], { signal });
  if (code !== 0) throw new PlainError(`The web could not be built:\n${said}`);
  // only now: the build itself writes the tree of routes among the sources
  writeFileSync(stamp, fingerprint());
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, exclude: others, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
