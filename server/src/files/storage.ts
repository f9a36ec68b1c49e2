import { fileURLToPath } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

/** Where uploaded files are kept. Keys are paths with slashes. */
export type Storage = Pick<Disk, 'put' | 'getBytes' | 'deleteAll'>;

/**
 * Opens the storage at a `file:` address; its folder is made with the first file.
 *
 * @param filesUrl as `FILES_URL` says
 */
export function openStorage(filesUrl: string): Storage {
  return new Disk(new FSDriver({ location: fileURLToPath(filesUrl), visibility: 'public' }));
}
