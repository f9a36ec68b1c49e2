import type { Pool } from 'pg';

/** Rows deleted per transaction: few enough to hold locks only briefly. */
const BATCH = 1_000;

/** Milliseconds that one job works, less than its expiry; the next one continues. */
const PATIENCE = 240_000;

/** As much of the storage as is needed: everything below a path. */
type Files = { deleteAll(prefix: string): Promise<void> };

/**
 * Removes the organisations whose time to be restored is over, with everything of theirs: first their files, then their
 * rows batch by batch. Nothing is remembered between batches, so after a crash the next job goes on where it stopped.
 *
 * @param stopping ends the work after the batch at hand
 * @throws after the others are done, if one could not be removed
 */
export async function removeDueOrganizations(
  system: Pick<Pool, 'query'>,
  files: Files,
  stopping: AbortSignal,
  batch = BATCH,
): Promise<void> {
  const ended = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE)]);
  const { rows } = await system.query<{ id: string }>(
    'select id from organizations where delete_after <= now() order by delete_after',
  );
  const failures: unknown[] = [];
  for (const { id } of rows) {
    try {
      // the rows that know where they are go afterwards
      if (!ended.aborted) await files.deleteAll(`${id}/`);
      while (!ended.aborted && (await removeBatch(system, id, batch)));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Organisations could not be removed');
}

/** Removes a batch in a transaction of its own; answers whether there is more. */
async function removeBatch(system: Pick<Pool, 'query'>, id: string, batch: number): Promise<boolean> {
  const { rows } = await system.query<{ more: boolean }>(
    'select app.remove_organization_rows($1, $2) as more',
    [id, batch],
  );
  return rows[0]?.more ?? false;
}
