import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Env } from '../env.ts';
import { PlainError } from '../plain-error.ts';
import { readS3Address } from '../s3-address.ts';
import { begun, type Storage, StorageRefusal } from './stored.ts';

/** Opens the storage that `FILES_URL` names: a folder, made with the first file, or a bucket. */
export function openStorage(env: Pick<Env, 'filesUrl' | 'filesCredentials'>): Storage {
  return env.filesUrl.startsWith('s3:') ? bucket(env) : folder(fileURLToPath(env.filesUrl));
}

/**
 * Checks access to the storage before the server listens. Only reports a storage that can't be reached: everything but
 * pictures works without it, and it may come back at any moment.
 *
 * @throws {PlainError} the configuration is wrong
 */
export async function requireReadyStorage(storage: Storage, report: (error: Error) => void): Promise<void> {
  try {
    await storage.check();
  } catch (error) {
    if (error instanceof StorageRefusal)
      throw new PlainError(`FILES_URL: the storage does not let us in (${error.message}).`);
    report(error as Error);
  }
}

function folder(location: string): Storage {
  const disk = new Disk(new FSDriver({ location, visibility: 'public' }));
  return {
    put: (key, data) => disk.put(key, data),
    putStream: (key, data) =>
      disk.putStream(key, data).catch((error: unknown) => {
        throw data.errored ?? error;
      }),
    read: async (key) => {
      try {
        const { contentLength } = await disk.getMetaData(key);
        return { stream: await begun(await disk.getStream(key)), bytes: contentLength };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    list: async function* () {
      const there = await readdir(location, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const entry of there)
        if (entry.isFile()) yield relative(location, join(entry.parentPath, entry.name)).split(sep).join('/');
    },
    delete: (key) => disk.delete(key),
    deleteAll: (path) => disk.deleteAll(path),
    check: async () => {},
  };
}

/** What the library says wraps what the file system said, which a stream says itself. */
const isMissing = (error: unknown) =>
  [error, (error as Error).cause].some((said) =>
    ['ENOENT', 'ENOTDIR'].includes((said as NodeJS.ErrnoException | undefined)?.code ?? ''),
  );

/** Loads the SDK, which takes half a second, only when it is used. */
function bucket({ filesUrl, filesCredentials }: Pick<Env, 'filesUrl' | 'filesCredentials'>): Storage {
  let opened: Promise<Storage> | undefined;
  const open = () => {
    opened ??= import('./s3-storage.ts').then(({ openS3 }) =>
      openS3(readS3Address(filesUrl), filesCredentials),
    );
    return opened;
  };
  return {
    put: async (key, data) => (await open()).put(key, data),
    putStream: async (key, data, signal) => (await open()).putStream(key, data, signal),
    read: async (key, isLarge) => (await open()).read(key, isLarge),
    list: async function* () {
      yield* (await open()).list();
    },
    delete: async (key) => (await open()).delete(key),
    deleteAll: async (path) => (await open()).deleteAll(path),
    check: async () => (await open()).check(),
  };
}
