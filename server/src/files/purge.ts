import type { Pool } from 'pg';
import type { Storage } from './stored.ts';

type Unused = { organization_id: string; id: string };

/** As much as one run removes; the next one goes on. */
const MOST = 1000;

const unused = `created_at < now() - interval '1 day'
  and not exists (select from groups g where g.organization_id = f.organization_id and g.banner_id = f.id)
  and not exists (select from files b where b.organization_id = f.organization_id and b.original_id = f.id)`;

/** Removes pictures that no group has used since the day before; an original goes after the last banner cut from it. */
export async function purgeFiles(system: Pool, storage: Storage): Promise<void> {
  // banners first, so that their originals are free
  for (const kind of ['banner', 'original']) {
    const { rows } = await system.query<Unused>(
      `select organization_id, id from files f where kind = $1 and ${unused} order by created_at limit ${MOST}`,
      [kind],
    );
    for (const row of rows) await remove(system, storage, row);
  }
}

/** A group that takes the file meanwhile waits for this and is then told that it is gone, or keeps it from going. */
async function remove(system: Pool, storage: Storage, { organization_id, id }: Unused): Promise<void> {
  const client = await system.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(
      `delete from files f where organization_id = $1 and id = $2 and ${unused}`,
      [organization_id, id],
    );
    if (rowCount) await storage.deleteAll(`${organization_id}/${id}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    // a group has just taken it
    if ((error as { code?: string }).code !== '23503') throw error;
  } finally {
    client.release();
  }
}
