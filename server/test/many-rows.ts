import type pg from 'pg';

/** Per cent of an index's page that is filled where rows came one by one, in no order: the planner prefers a compact index. */
const LOOSE = 60;

/** SQL of the reference of a number, by which no two have the same. To draw one takes a tenth of all that its participant costs. */
export const referenceOf = (number: string): string =>
  `upper(translate(lpad(to_hex(${number}::bigint * 2654435761 % 4294967296), 8, '0'), '01', 'gh'))`;

/**
 * Adds very many rows to tables as a restore does: indexes are made anew behind the rows, triggers do nothing, and nobody checks
 * that all that is referred to is there.
 *
 * @param kept indexes that rows are added to one by one, because they come in its order or few are in it
 */
export async function addManyRows(
  owner: pg.Pool,
  { tables, kept = [] }: { tables: string[]; kept?: string[] },
  add: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    // those of constraints stay with them
    const { rows: indexes } = await client.query<{ name: string; isTree: boolean }>(
      `select indexrelid::regclass::text as name, amname = 'btree' as "isTree"
       from pg_index join pg_class c on c.oid = indexrelid join pg_am a on a.oid = c.relam
       where indrelid = any($1::regclass[]) and indexrelid <> all ($2::regclass[])
         and not exists (select from pg_constraint where conindid = indexrelid)`,
      [tables, kept],
    );
    const definitions: string[] = [];
    for (const { name, isTree } of indexes) {
      if (isTree) await client.query(`alter index ${name} set (fillfactor = ${LOOSE})`);
      const { rows } = await client.query('select pg_get_indexdef($1::regclass) as definition', [name]);
      definitions.push(rows[0].definition);
      await client.query(`drop index ${name}`);
    }
    await client.query(`set local session_replication_role = 'replica'`);
    // a vacuum takes rows for visible to all only once the log with their commit is written
    await client.query('set local synchronous_commit = on');
    await add(client);
    for (const definition of definitions) await client.query(definition);
    await client.query('commit');
  } finally {
    client.release(true);
  }
}
