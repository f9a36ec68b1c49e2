import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { readMigrations, unknownMigrations } from '../db/migrating/migrated.ts';
import { PlainError } from '../plain-error.ts';
import { FORMAT, HEAD, type Head, head, rowsPart, type Sum } from './format.ts';
import { linesOf } from './lines.ts';
import { type ArchivedTable, accounts, archivedTables } from './tables.ts';
import { damaged, foreign, type ZipReader } from './unzip.ts';

/** An archive that is whole and of this schema, and the tables of it. */
export type Checked = { head: Head; tables: ArchivedTable[] };

/**
 * Reads an archive whole and compares it with its sums, before anything is done with it.
 *
 * @throws {PlainError} it is no archive of ours, damaged, or of another schema
 */
export async function checkArchive(zip: ZipReader, client: pg.Client): Promise<Checked> {
  const its = await readHead(zip);
  await requireSameSchema(its, client);
  const { rows } = await client.query<ArchivedTable>(archivedTables);
  const tables = [accounts, ...rows];
  const here = tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  if (!isDeepStrictEqual(inOrder(its.tables), inOrder(here))) throw foreign();
  const names = zip.names().filter((name) => name !== HEAD);
  if (!isDeepStrictEqual(names.sort(), Object.keys(its.parts).sort())) throw damaged();
  for (const [name, wanted] of Object.entries(its.parts))
    if (!isDeepStrictEqual(await sumOf(zip, name), wanted)) throw damaged();
  for (const { name, rows: wanted } of its.tables) {
    let count = 0;
    for await (const lines of linesOf(zip.read(rowsPart(name)))) count += lines.length;
    if (count !== wanted) throw damaged();
  }
  return { head: its, tables };
}

/** Tables with their columns; the order is each database's own. */
const inOrder = (tables: readonly { name: string; columns: readonly string[] }[]) =>
  Object.fromEntries(tables.map(({ name, columns }) => [name, columns.toSorted()]));

/** @throws {PlainError} it is no archive of ours, or of a later release */
async function readHead(zip: ZipReader): Promise<Head> {
  if (!zip.names().includes(HEAD)) throw foreign();
  const text = await zip.text(HEAD);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw foreign();
  }
  const { format, kind, release } = (data ?? {}) as Record<string, unknown>;
  if (kind === head.shape.kind.value && typeof format === 'number' && format > FORMAT)
    throw newer(String(release));
  const { data: its, success } = head.safeParse(data);
  if (!success) throw foreign();
  return its;
}

async function requireSameSchema({ migrations, release }: Head, client: pg.Client): Promise<void> {
  if ((await unknownMigrations(migrations)).length > 0) throw newer(release);
  const here = await readMigrations(client);
  if (isDeepStrictEqual(migrations, here)) return;
  if (migrations.some((name) => !here.includes(name)))
    throw new PlainError('The database is not of this release yet; run npm run db:migrate.');
  throw new PlainError(
    `This archive was made by an older release of Vpisnik (${release}), which keeps data otherwise. ` +
      'Update the installation that it comes from to the release of this one, and make the archive anew there.',
  );
}

const newer = (release: string) =>
  new PlainError(
    `This archive was made by a newer release of Vpisnik (${release}). Update this installation to that one, then import it.`,
  );

async function sumOf(zip: ZipReader, name: string): Promise<Sum> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const some of zip.read(name)) {
    bytes += some.length;
    digest.update(some);
  }
  return { bytes, sha256: digest.digest('hex') };
}
