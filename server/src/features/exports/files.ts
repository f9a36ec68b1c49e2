import type { Readable } from 'node:stream';
import type { ExportFormat } from '@vpisnik/contract/exports';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import type { Storage } from '../../files/stored.ts';
import { isFetchable } from '../bulk-jobs/queries.ts';
import type { BulkKey } from '../bulk-jobs/work.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { exportWords } from './words.ts';

/** The name of a file that is made today, by the organisation's clocks: `udelezenci-2026-09-14.csv`. */
export async function fileName(scope: Scope, format: ExportFormat): Promise<string> {
  const today = localDay(new Date(), await selectTimeZone(scope));
  return `${exportWords[scope.language].file}-${today}.${format}`;
}

/** Where the file of a job is kept; no address leads there. */
export const folderKey = ({ organization_id, id }: BulkKey): string => `${organization_id}/${id}`;
export const fileKey = (key: BulkKey): string => `${folderKey(key)}/participants.xlsx`;

export type KeptFile = { name: string; rows: number };

/**
 * Finds the file of a job that the caller began, while it is kept and the caller may still see all that is in it.
 *
 * @throws {AppError} not_found
 */
export async function findFile(scope: Scope, id: string): Promise<KeptFile> {
  const { rows } = await scope.tx.execute<{ file: KeptFile }>(sql`
    select file from bulk_jobs
    where organization_id = ${scope.organizationId} and id = ${id} and ${isFetchable(scope)}`);
  return found(rows[0]).file;
}

/**
 * Reads a file of `findFile`.
 *
 * @throws {AppError} not_found, storage_failed
 */
export async function readFile(storage: Storage, key: BulkKey): Promise<Readable> {
  const file = await storage.read(fileKey(key), true).catch(() => {
    throw new AppError('storage_failed');
  });
  return found(file).stream;
}

/** As many as one run removes; the next one goes on. */
const MOST = 1000;

/**
 * Removes files of exports whose time is over, and what is left of those that were stopped. One that can't be removed holds up no
 * other, also where there are more of them than a run takes; it is tried again.
 *
 * @throws the first failure, once all have had their turn
 */
export async function purgeExports(system: Pool, storage: Storage): Promise<void> {
  const { rows } = await system.query<BulkKey>(
    `select organization_id, id from bulk_jobs where file_until < now() and state <> 'running'
     order by random() limit ${MOST}`,
  );
  const failures: unknown[] = [];
  for (const key of rows)
    await storage
      .deleteAll(folderKey(key))
      .then(() =>
        system.query(
          `update bulk_jobs set file_until = null, selection = case when file is null then '{}' else selection end
           where organization_id = $1 and id = $2`,
          [key.organization_id, key.id],
        ),
      )
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
