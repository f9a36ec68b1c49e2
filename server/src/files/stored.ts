import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Where uploaded files are kept. Keys are paths with slashes; whatever it can't do it throws. */
export interface Storage {
  /** Keeps a file; once more is the same as once. */
  put(key: string, data: Buffer): Promise<void>;
  /** A file that has begun to come, with its size in bytes; undefined when there is none. */
  read(key: string): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** Removes all files below a path; none of them is there when it comes back. */
  deleteAll(path: string): Promise<void>;
  /** Whether what is configured exists and lets us in; a storage that is only away says so by another error. */
  check(): Promise<void>;
}

/** A storage refuses us, and will until its configuration changes. The message says how, without secrets. */
export class StorageRefusal extends Error {}

/** Waits for the first piece of a stream, so that what can't be read at all is known before anything is answered. */
export async function begun(stream: Readable): Promise<Readable> {
  // whoever gets it listens a moment later, and until then nobody would
  stream.on('error', () => {});
  await once(stream, 'readable');
  return stream;
}
