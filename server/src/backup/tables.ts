import pg from 'pg';
import type { Head } from './format.ts';

type Database = Pick<pg.Client, 'query'>;

/**
 * The tables of the application with the columns that hold what was written, not what follows from it. Unlogged tables are left
 * out, since a crash empties them too, and so is the queue, which is made anew.
 */
export async function readTables(database: Database): Promise<Head['tables']> {
  const { rows } = await database.query<Head['tables'][number]>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}

/** Sequences and where they stand, at or after what the rows of a snapshot have taken. */
export async function readSequences(database: Database): Promise<Head['sequences']> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: Head['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await database.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${pg.escapeIdentifier(name)}`,
    );
    if (state[0]) sequences.push({ name, ...state[0] });
  }
  return sequences;
}

/** SQL: a table with columns, as COPY takes it. */
export const copied = ({ name, columns }: Head['tables'][number]): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** SQL: several tables, as statements name them. */
export const tableList = (tables: Pick<Head['tables'][number], 'name'>[]): string =>
  tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(', ');
