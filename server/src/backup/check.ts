import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { unknownMigrations } from '../db/migrating/migrated.ts';
import { PlainError } from '../plain-error.ts';
import { ArchiveReader } from './entries.ts';
import { FileSums } from './file-sums.ts';
import type { Head, Sums } from './format.ts';
import { RowSums } from './row-sums.ts';

/** An archive that was read from its beginning to its end and is whole. */
export type Checked = { head: Head; secretKeys: [string, ...string[]]; sums: Sums };

/**
 * Reads an archive whole and compares it with its sums, before anything is done with it.
 *
 * @throws {PlainError} it can't be opened, is damaged, or was made by a newer release
 */
export async function checkArchive(sealed: Readable, passphrase: string): Promise<Checked> {
  const reader = await ArchiveReader.open(sealed, passphrase);
  try {
    const { head, secretKeys } = await reader.readHead();
    await requireKnown(head);
    const tables: Sums['tables'] = {};
    for (const { name } of head.tables) {
      const sums = new RowSums();
      for await (const rows of reader.rowsOf(name)) sums.add(rows);
      tables[name] = sums.end();
    }
    const files = new FileSums();
    for await (const { key, pieces } of reader.files()) {
      files.begin(key);
      for await (const piece of pieces) files.add(piece);
    }
    const sums = await reader.readSums();
    if (!isDeepStrictEqual(sums, { tables, files: files.end() }))
      throw new PlainError('This archive does not hold what it says it does. Take another one.');
    return { head, secretKeys, sums };
  } finally {
    await reader.close();
  }
}

async function requireKnown({ migrations, release }: Head): Promise<void> {
  if ((await unknownMigrations(migrations)).length === 0) return;
  throw new PlainError(
    `This archive was made by a newer release of Vpisnik (${release}). Restore it with that one, or a later one.`,
  );
}
