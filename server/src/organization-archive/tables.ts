import { sql } from 'drizzle-orm';
import type { Scope, Transaction } from '../db/scope.ts';

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

/** Bytes after which no further row is fetched with those before. */
export const BATCH = 2 * 1024 ** 2;

type Wanted = {
  /** Of the moments in rows. */
  timeZone: string;
  /** With the contents of files. */
  whole: boolean;
};

/**
 * The rows of a table of the scope's organisation as JSON, some at a time, by a cursor: no more than `BATCH` and one row are in
 * memory at once.
 */
export async function* rowsOf(
  { tx }: Pick<Scope, 'tx'>,
  table: string,
  { timeZone, whole }: Wanted,
): AsyncGenerator<string[]> {
  await tx.execute(sql`select set_config('timezone', ${timeZone}, true)`);
  await tx.execute(sql`select app.open_archived(${table}, 'archived', ${whole})`);
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(
      sql`select fetched.row from app.fetch_archived('archived', ${BATCH}) as fetched (row)`,
    );
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.execute(sql`close archived`);
}
