import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Picture } from '@vpisnik/contract/files';
import { type Crop, isBannerCrop } from '@vpisnik/contract/rules/banners';
import type { FastifyBaseLogger } from 'fastify';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { type Drawn, drawBanner, drawOriginal } from '../../files/pictures.ts';
import type { Storage } from '../../files/stored.ts';
import type { InScope } from '../../http/mount.ts';
import { announceFile, confirmFile, selectFile } from './queries.ts';

/** Dependencies of storing a picture. */
export type Around = { inScope: InScope<Scope>; storage: Storage; log: FastifyBaseLogger };

type Facts = { source_url?: string; original_id?: string; crop?: Crop };

/** Stores an uploaded picture. */
export async function keepOriginal(
  around: Around,
  bytes: Buffer,
  path: 'file' | 'url',
  source_url?: string,
): Promise<Picture> {
  return keep(around, 'original', await drawOriginal(bytes, path), source_url ? { source_url } : {});
}

/**
 * Cuts a banner from a picture.
 *
 * @throws {AppError} not_found, invalid_fields (invalid_crop), storage_failed, unavailable
 */
export async function cutBanner(around: Around, id: string, crop: Crop): Promise<Picture> {
  const picture = found(await around.inScope((scope) => selectFile(scope, id)));
  if (picture.kind !== 'original') throw new AppError('not_found');
  if (!isBannerCrop(crop, picture)) throw invalidFields([{ path: 'width', code: 'invalid_crop' }]);
  const original = await readWhole(around.storage, picture.url.replace('/files/', '')).catch((error: Error) =>
    refuse(around, error),
  );
  return keep(around, 'banner', await drawBanner(original, crop), { original_id: id, crop });
}

/** A file that has a row must be there. */
async function readWhole(storage: Storage, key: string): Promise<Buffer> {
  const file = await storage.read(key);
  if (!file) throw new Error(`${key} is missing`);
  return buffer(file.stream);
}

/** The row first and what says that all is there last: nothing in storage is without a row, and no row shows half. */
async function keep(around: Around, kind: Picture['kind'], drawn: Drawn, facts: Facts): Promise<Picture> {
  const hash = createHash('sha256');
  for (const { data } of drawn.files) hash.update(data);
  const { id, path } = await around.inScope((scope) =>
    announceFile(scope, {
      kind,
      sha256: hash.digest('hex'),
      width: drawn.width,
      height: drawn.height,
      bytes: drawn.files.reduce((sum, { data }) => sum + data.length, 0),
      ...facts,
    }),
  );
  const puts = drawn.files.map(({ name, data }) => around.storage.put(`${path}-${name}`, data));
  // waits for all uploads, so that none succeeds after the reply has reported a failure
  const failed = (await Promise.allSettled(puts)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') refuse(around, failed.reason);
  return around.inScope(async (scope) => {
    await confirmFile(scope, id);
    return found(await selectFile(scope, id));
  });
}

/** Logs the storage's error and answers storage_failed without its details. */
function refuse({ log }: Around, error: Error): never {
  log.error({ err: error }, 'storage');
  throw new AppError('storage_failed');
}
