import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** Where uploaded files are kept. Keys are paths with slashes; whatever it can't do it throws. */
export interface Storage {
  /** Keeps a file; once more is the same as once. */
  put(key: string, data: Buffer): Promise<void>;
  /**
   * The same of a file that is still being made; one that breaks off is not kept, or is made anew under its key.
   *
   * @param signal ends the sending of what was made
   * @throws also what `data` fails with, as it is: its maker tells by that what to do
   */
  putStream(key: string, data: Readable, signal?: AbortSignal): Promise<void>;
  /**
   * A file that has begun to come, with its size in bytes; undefined when there is none.
   *
   * @param isLarge it was put as a stream, and its reader may take minutes
   */
  read(key: string, isLarge?: boolean): Promise<{ stream: Readable; bytes: number } | undefined>;
  /** The keys of all files, in no order. */
  list(): AsyncIterable<string>;
  /** Removes one file; one that is not there is as good. */
  delete(key: string): Promise<void>;
  /** Removes all files below a path; none of them is there when it comes back. */
  deleteAll(path: string): Promise<void>;
  /** Throws `StorageRefusal` if the configured storage does not exist or denies access, another error if it can't be reached. */
  check(): Promise<void>;
}

/** A storage refuses us, and will until its configuration changes. The message says how, without secrets. */
export class StorageRefusal extends Error {}

/** Waits for the first chunk of a stream, so that an unreadable file fails before the reply begins. */
export async function begun(stream: Readable): Promise<Readable> {
  // the consumer adds its own listener a moment later; without one, an error would end the process
  stream.on('error', () => {});
  await once(stream, 'readable');
  return stream;
}
