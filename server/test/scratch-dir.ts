import { accessSync, constants, mkdtempSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../src/processes.ts';

/** What the databases of a run may come to, several times over. */
const ENOUGH = 6 * 1024 ** 3;
/** Linux keeps its files in memory. */
const memory = '/dev/shm';

/**
 * Where databases of tests go: into memory if there is plenty, else to the directory for temporary files. On a disk most of
 * what such a database costs are its thousand small files.
 */
export function scratchDir(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > ENOUGH ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

const prefix = 'vpisnik-test-';

/** Makes a directory of this process in it, which the next run removes where this one could not. */
export const makeScratch = (): string => mkdtempSync(join(scratchDir(), `${prefix}${process.pid}-`));

/** Directories of processes that were killed before they could remove theirs. */
export function abandonedScratch(): string[] {
  const dir = scratchDir();
  const ownerOf = (name: string) =>
    name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0]);
  return readdirSync(dir).flatMap((name) => {
    const pid = ownerOf(name);
    return pid && !isAlive(pid) ? [join(dir, name)] : [];
  });
}
