import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readMigrations, refuseUnfinished } from '../db/migrating/migrated.ts';
import { refuseHalfRestored } from '../db/restoring.ts';
import { isArchiveKey } from '../files/archive-keys.ts';
import type { Storage } from '../files/stored.ts';
import { PlainError } from '../plain-error.ts';
import type { Entry } from './archive.ts';
import { FileSums } from './file-sums.ts';
import { FORMAT, type Head, PIECE, type Sums } from './format.ts';
import { piecesOfRows, RowSums } from './row-sums.ts';
import { copied, readSequences, readTables, tableList } from './tables.ts';

/** What goes into an archive. */
export type Source = {
  /** A connection of the owner, in a snapshot of `takeSnapshot`. */
  client: pg.Client;
  head: Head;
  storage: Storage;
  secretKeys: readonly [string, ...string[]];
};

/** Any number will do, as long as every backup of a database takes the same one. */
const LOCK = 7_364_207;

/**
 * Begins the one snapshot that an archive shows, until the connection ends. Writing goes on meanwhile; migrations wait.
 *
 * @throws {PlainError} another backup is being made, the database has no tables, or those of a migration or restore that was cut off
 */
export async function takeSnapshot(client: pg.Client, release: string): Promise<Head> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
  if (!rows[0]?.free)
    throw new PlainError('Another backup of this database is being made. Wait for its end.');
  await refuseHalfRestored(client);
  const known = await readTables(client);
  if (known.length === 0) throw new PlainError('The database has no tables yet; run npm run db:migrate.');
  await client.query('begin isolation level repeatable read read only');
  // before the snapshot is taken: a migration that changed them after it would hide their rows
  await client.query(`lock table ${tableList(known)} in access share mode`);
  await refuseUnfinished(client);
  const tables = await readTables(client);
  if (tables.length !== known.length)
    throw new PlainError('The database is being migrated. Begin again when that is done.');
  const { rows: now } = await client.query<{ at: Date }>('select now() as at');
  return {
    format: FORMAT,
    release,
    made_at: (now[0]?.at ?? new Date()).toISOString(),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
  };
}

/** The entries of an archive in their order, made as they are read; `onSums` hears at the end what they come to. */
export async function* entriesOf(source: Source, onSums: (sums: Sums) => void): AsyncGenerator<Entry> {
  yield entry('head.json', source.head);
  yield entry('secret-keys.json', source.secretKeys);
  const tables: Sums['tables'] = {};
  for (const table of source.head.tables) {
    const sums = new RowSums();
    const stream = source.client.query(copyTo(`copy ${copied(table)} to stdout`));
    let number = 0;
    for await (const data of piecesOfRows(stream, PIECE)) {
      sums.add(data);
      yield { name: `rows/${table.name}/${numbered(++number)}.copy`, data };
    }
    tables[table.name] = sums.end();
  }
  const files = new FileSums();
  // files come before the rows that name them, and are never changed: those of the snapshot's rows are there by now
  for await (const key of source.storage.list()) {
    // kept for seven days, which a backup must not make a year of
    if (isArchiveKey(key)) continue;
    const file = await source.storage.read(key, true);
    // deleted meanwhile, with what it belonged to
    if (!file) continue;
    files.begin(key);
    let number = 0;
    for await (const data of piecesOfBytes(file.stream)) {
      files.add(data);
      yield { name: `files/${key}/${numbered(++number)}`, data };
    }
    // an empty file has a piece too
    if (number === 0) yield { name: `files/${key}/${numbered(1)}`, data: Buffer.alloc(0) };
  }
  const sums: Sums = { tables, files: files.end() };
  yield entry('sums.json', sums);
  onSums(sums);
}

async function* piecesOfBytes(stream: Readable): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE) continue;
    yield Buffer.concat(kept);
    kept = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(kept);
}

const entry = (name: string, value: unknown): Entry => ({ name, data: Buffer.from(JSON.stringify(value)) });
const numbered = (number: number) => String(number).padStart(6, '0');
