import { sql } from 'drizzle-orm';
import { fetchRows, type Scope, type Transaction } from '../db/scope.ts';

/** A column as `app.archived_columns` tells of it; `numbered` is one whose values the database gives. */
export type ArchivedColumn = { name: string; type: string; numbered: boolean };
export type ArchivedTable = { name: string; columns: ArchivedColumn[] };

/** What an archive says about accounts: who is meant, and nothing that opens them. */
export const accounts: ArchivedTable = {
  name: 'accounts',
  columns: ['id', 'email', 'name', 'language', 'role'].map((name) => ({
    ...{ name, type: name === 'id' ? 'uuid' : 'text', numbered: false },
  })),
};

/** SQL: the tables of archives with their columns, those first that others refer to. */
export const archivedTables = `
  select tenant as name, jsonb_agg(jsonb_build_object('name', name, 'type', type, 'numbered', numbered) order by at) as columns
  from app.archived_columns() with ordinality as c (tenant, place, name, type, numbered, in_key, at)
  group by tenant, place order by place`;

/** The tables of an archive in their order; accounts come before those that name them. */
export async function readTables(tx: Transaction): Promise<ArchivedTable[]> {
  const { rows } = await tx.execute<ArchivedTable>(sql.raw(archivedTables));
  return [accounts, ...rows];
}

/** Bytes of rows that are fetched at once, as far as rows are alike. */
const WANTED = 2 * 1024 ** 2;
const MOST = 500;
/** Of rows of which nothing is known yet: a file in a row may have megabytes. */
const FIRST = 4;

/**
 * The rows of a table of the scope's organisation as JSON, some at a time, by a cursor: memory is the same for any number.
 *
 * @param timeZone of the moments in them
 */
export async function* rowsOf(
  { tx }: Pick<Scope, 'tx'>,
  table: string,
  timeZone: string,
): AsyncGenerator<string[]> {
  await tx.execute(sql`select set_config('timezone', ${timeZone}, true)`);
  await tx.execute(sql`select app.open_archived(${table}, 'archived')`);
  let most = FIRST;
  for (;;) {
    const rows = (await fetchRows({ tx }, 'archived', most)).map(([row]) => row ?? '');
    if (rows.length > 0) yield rows;
    if (rows.length < most) break;
    const bytes = rows.reduce((sum, row) => sum + row.length, 0);
    most = Math.max(1, Math.min(MOST, Math.floor((WANTED / Math.max(bytes, 1)) * rows.length)));
  }
  await tx.execute(sql`close archived`);
}
