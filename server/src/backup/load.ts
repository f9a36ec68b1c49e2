import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { indexesOf } from '../db/indexes.ts';
import type { Storage } from '../files/stored.ts';
import { PlainError } from '../plain-error.ts';
import type { Checked } from './check.ts';
import type { ArchiveReader } from './entries.ts';
import { PIECE } from './format.ts';
import { piecesOfRows, RowSums } from './row-sums.ts';
import { copied, tableList } from './tables.ts';

type Say = (line: string) => void;

/**
 * Fills tables that `makeTables` made, in one transaction: all rows or none. Foreign keys are made anew behind the rows, which
 * checks each of them, and so are indexes, which costs a fraction of keeping them row by row. Triggers do nothing meanwhile, since what they
 * would write is in the archive.
 *
 * @throws {PlainError} the rows are not as many as the archive says
 */
export async function loadRows(
  client: pg.Client,
  reader: ArchiveReader,
  { head, sums }: Pick<Checked, 'head' | 'sums'>,
  say: Say,
): Promise<void> {
  await client.query('begin');
  try {
    const { tables, sequences } = head;
    const { rows: keys } = await client.query<{ on: string; name: string; definition: string }>(
      `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`,
    );
    for (const { on, name } of keys)
      await client.query(`alter table ${on} drop constraint ${pg.escapeIdentifier(name)}`);
    const indexes = await indexesOf(
      client,
      tables.map(({ name }) => name),
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const table of tables) await client.query(`alter table ${tableList([table])} disable trigger user`);
    // a migration may have left rows in them
    await client.query(`truncate ${tableList(tables)}`);
    for (const table of tables) {
      const filling = client.query(copyFrom(`copy ${copied(table)} from stdin`));
      await pipeline(reader.rowsOf(table.name), filling);
      const wanted = sums.tables[table.name]?.rows ?? 0;
      if (filling.rowCount !== wanted)
        throw new PlainError(`Of ${wanted} rows of ${table.name}, ${filling.rowCount} were restored.`);
      if (wanted > 0) say(`  ${table.name.padEnd(32)} ${String(wanted).padStart(9)} rows`);
    }
    for (const { name, value, called } of sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public.${pg.escapeIdentifier(name)}`,
        value,
        called,
      ]);
    await client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { definition } of indexes) await client.query(definition);
    for (const { on, name, definition } of keys)
      await client.query(`alter table ${on} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
    for (const table of tables) await client.query(`alter table ${tableList([table])} enable trigger user`);
    await compareRows(client, { head, sums });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Reads the rows back; only their order may be another. @throws {PlainError} they are not the archive's */
async function compareRows(client: pg.Client, { head, sums }: Pick<Checked, 'head' | 'sums'>): Promise<void> {
  for (const table of head.tables) {
    const there = new RowSums();
    const reading = client.query(copyTo(`copy ${copied(table)} to stdout`));
    for await (const rows of piecesOfRows(reading, PIECE)) there.add(rows);
    if (there.end().unordered !== sums.tables[table.name]?.unordered)
      throw new PlainError(`The rows of ${table.name} were not restored as they were.`);
  }
}

/** Fills storage with the archive's files, those of one piece and those of several. */
export async function loadFiles(storage: Storage, reader: ArchiveReader): Promise<void> {
  for await (const { key, pieces } of reader.files()) {
    const pieced = pieces[Symbol.asyncIterator]();
    const first = await pieced.next();
    const second = first.done ? first : await pieced.next();
    if (first.done) throw new PlainError(`The file ${basename(key)} has no content.`);
    if (second.done) {
      await storage.put(key, Buffer.from(first.value));
      continue;
    }
    const all = async function* () {
      yield first.value;
      yield second.value;
      yield* { [Symbol.asyncIterator]: () => pieced };
    };
    await storage.putStream(key, Readable.from(all(), { objectMode: false }));
  }
}
