import type { Pool } from 'pg';
import { ARCHIVE_FILE } from '../../files/archive-keys.ts';
import type { Storage } from '../../files/stored.ts';
import type { ArchiveKey } from './queries.ts';

/** Where the file of an archive is kept; no address leads there. */
export const folderKey = ({ organization_id, id }: ArchiveKey): string => `${organization_id}/${id}`;
export const fileKey = (key: ArchiveKey): string => `${folderKey(key)}/${ARCHIVE_FILE}`;

/** Days after which nothing tells any more that an archive was made, but for the activity log. */
const KEPT = 30;

/** Removes the file of an archive, and whatever is left of one that broke off; tells that in its row last. */
export async function removeFile(system: Pool, storage: Storage, key: ArchiveKey): Promise<void> {
  await storage.deleteAll(folderKey(key));
  await system.query(
    'update organization_archives set file_until = null where organization_id = $1 and id = $2',
    [key.organization_id, key.id],
  );
}

/**
 * Removes the files of archives whose time is over, and what is left of those that failed. One that can't be removed holds up
 * no other; it is tried again.
 *
 * @throws the first failure, once all have had their turn
 */
export async function purgeArchives(system: Pool, storage: Storage): Promise<void> {
  const { rows } = await system.query<ArchiveKey>(
    `select organization_id, id from organization_archives where file_until < now() and state <> 'running'`,
  );
  const failures: unknown[] = [];
  for (const key of rows)
    await removeFile(system, storage, key).catch((error: unknown) => failures.push(error));
  await system.query(
    `delete from organization_archives
     where created_at < now() - make_interval(days => $1) and file_until is null and state <> 'running'`,
    [KEPT],
  );
  if (failures.length > 0) throw failures[0];
}
