import type pg from 'pg';

/** An index by its name, and the statement that makes it. */
export type Index = { name: string; definition: string };

/** Indexes of tables, oldest first. Those of constraints are left out: they stay with them. */
export async function indexesOf(client: pg.ClientBase, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class c on c.oid = indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and not exists (select from pg_constraint where conindid = indexrelid)
     order by indexrelid`,
    [tables],
  );
  return rows;
}
