import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Env } from '../env.ts';
import { PlainError } from '../plain-error.ts';
import { faultsOfS3Address, readS3Address } from '../s3-address.ts';
import { openDraftFolder, removeAbandoned } from './drafts.ts';

/** Where archives are kept; one that is there is whole. */
export type ArchivePlace = {
  /** Its address, for people. */
  says: string;
  /** Names of its entries. */
  list(): Promise<string[]>;
  /** Keeps an archive under a name that is new, when all of it is there. */
  write(name: string, archive: Readable): Promise<void>;
  remove(name: string): Promise<void>;
  /** @throws {PlainError} there is none of that name */
  read(name: string): Promise<Readable>;
};

/** Ends the name of an incomplete entry. */
const UNFINISHED = '.part';

/** Opens a folder, `file:` address or `s3:` address. */
export function openPlace(address: string, env: Pick<Env, 'filesCredentials'>): ArchivePlace {
  if (address.startsWith('s3:')) return bucket(address, env);
  return folder(address.startsWith('file:') ? fileURLToPath(address) : resolve(address));
}

/** An archive that can be read more than once, until the parts end that it was found for. */
export type LocalArchive = { name: string; read(): Promise<Readable> };

/**
 * Finds one archive by its path or address, which ends with its name. One in a bucket is fetched into `dataDir` first, until
 * `parts` end: reading may wait for the database longer than a bucket waits for its reader.
 *
 * @throws {PlainError} there is none
 */
export async function findArchive(
  parts: AsyncDisposableStack,
  address: string,
  env: Pick<Env, 'filesCredentials' | 'dataDir'>,
): Promise<LocalArchive> {
  const readingFrom = (place: ArchivePlace, name: string) => async () => {
    const stream = await place.read(name);
    // a command that is stopped reads no further while what it fills is removed
    parts.defer(() => void stream.destroy());
    return stream;
  };
  if (!address.startsWith('s3:')) {
    const path = address.startsWith('file:') ? fileURLToPath(address) : resolve(address);
    const name = basename(path);
    const place = folder(dirname(path));
    (await place.read(name)).destroy();
    return { name, read: readingFrom(place, name) };
  }
  const url = new URL(address);
  const name = basename(url.pathname);
  url.pathname = dirname(url.pathname);
  const stream = await bucket(url.href, env).read(name);
  await mkdir(env.dataDir, { recursive: true });
  const dir = await openDraftFolder(parts, env.dataDir, 'archive');
  await pipeline(stream, createWriteStream(join(dir, name), { mode: 0o600 })).catch((error) => {
    throw explained(error, env.dataDir);
  });
  return { name, read: readingFrom(folder(dir), name) };
}

function folder(path: string): ArchivePlace {
  return {
    says: path,
    list: async () => (await readdir(path)).filter((name) => !name.endsWith(UNFINISHED)),
    write: async (name, archive) => {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await removeAbandoned(path, (name) => name.endsWith(UNFINISHED));
      const draft = join(path, `${name}.${randomBytes(4).toString('hex')}${UNFINISHED}`);
      try {
        await pipeline(archive, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(draft, join(path, name));
        await flushFolder(path);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw explained(error, path);
      }
    },
    remove: (name) => rm(join(path, name)),
    read: async (name) => {
      const file = join(path, name);
      if (!(await stat(file).catch(() => undefined))?.isFile())
        throw new PlainError(`There is no archive ${file}.`);
      return createReadStream(file);
    },
  };
}

/** Makes a new name survive a loss of power; where folders can't be opened, the system sees to it. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function explained(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
    return new PlainError(`There is no room left in ${path}. Nothing was kept of this backup.`, {
      cause: error,
    });
  return error;
}

/** Milliseconds. A part of an archive waits for the database, and its reader for the disk. */
const patience = { connect: 5_000, silence: 120_000, call: 600_000, read: 24 * 3_600_000 };

function bucket(address: string, { filesCredentials }: Pick<Env, 'filesCredentials'>): ArchivePlace {
  const faults = faultsOfS3Address(address);
  if (faults.length > 0) throw new PlainError(`The address of the bucket ${faults.join(', and ')}.`);
  // its library takes half a second to load
  const opening = import('../files/s3-storage.ts').then(({ openS3 }) =>
    openS3(readS3Address(address), filesCredentials, patience, patience),
  );
  return {
    says: address.replace(/\?.*/, ''),
    list: async () => Array.fromAsync((await opening).list()),
    write: async (name, archive) => (await opening).putStream(name, archive),
    remove: async (name) => (await opening).delete(name),
    read: async (name) => {
      const file = await (await opening).read(name, true);
      if (!file) throw new PlainError(`There is no archive ${name} in ${address.replace(/\?.*/, '')}.`);
      return file.stream;
    },
  };
}
