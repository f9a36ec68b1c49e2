import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

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
