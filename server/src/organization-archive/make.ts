import { formatDateTime } from '@vpisnik/contract/rules/format';
import { and, eq, sql } from 'drizzle-orm';
import { instantColumn } from '../db/instants.ts';
import { files, message_files, organizations } from '../db/schema.ts';
import type { Scope } from '../db/scope.ts';
import { pictureKeys } from '../files/picture-keys.ts';
import type { Storage } from '../files/stored.ts';
import { readRelease } from '../release.ts';
import { FILES, FORMAT, HEAD, type Head, rowsPart, type Sum } from './format.ts';
import { spreadsheetOf } from './spreadsheet.ts';
import { type ArchivedTable, readTables, rowsOf } from './tables.ts';
import { archiveWords } from './words.ts';
import { type Part, zipped } from './zip.ts';

/** What an archive is made of. */
export type ArchiveSource = {
  /** Sees all groups, in one snapshot. */
  scope: Scope;
  storage: Storage;
  /** Names of the migrations that the database has. */
  migrations: string[];
};

/**
 * Makes the archive of the scope's organisation while it is read.
 *
 * @param onRows hears of rows that were read, each twice; what it throws ends the archive
 * @throws {ArchiveTooLarge}
 */
export async function* archiveOf(
  source: ArchiveSource,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const parts: Head['parts'] = {};
  yield* zipped(partsOf(source, parts, onRows), (name, sum) => {
    parts[name] = sum;
  });
}

async function* partsOf(
  { scope, storage, migrations }: ArchiveSource,
  sums: Readonly<Record<string, Sum>>,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Part> {
  const { language } = scope;
  const { time_zone, made_at, ...organization } = await aboutOf(scope);
  const { readme } = archiveWords[language];
  const made = formatDateTime(made_at, { locale: language, timeZone: time_zone });
  yield textPart('README.txt', readme(organization.name, made, scope.name));
  const tables: Head['tables'] = [];
  for (const table of await readTables(scope.tx)) {
    let rows = 0;
    const told = async function* (wanted: Parameters<typeof rowsOf>[2]) {
      rows = 0;
      for await (const batch of rowsOf(scope, table.name, wanted)) {
        rows += batch.length;
        yield batch;
        await onRows(batch.length);
      }
    };
    yield { name: rowsPart(table.name), content: lines(told({ timeZone: 'UTC', whole: true })) };
    yield {
      name: `tables/${table.name}.csv`,
      content: spreadsheetOf(table.columns, told({ timeZone: time_zone, whole: false }), language),
    };
    tables.push({ name: table.name, columns: columnNames(table), rows });
  }
  yield* picturesOf(scope, storage);
  yield* attachmentsOf(scope);
  const head: Head = {
    ...{ format: FORMAT, kind: 'vpisnik organization', release: await readRelease() },
    ...{ migrations, made_at, made_by: scope.name, organization, tables, parts: sums },
  };
  yield textPart(HEAD, JSON.stringify(head, null, 1));
}

const columnNames = ({ columns }: ArchivedTable) => columns.map(({ name }) => name);

async function* lines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield Buffer.from(`${rows.join('\n')}\n`);
}

const textPart = (name: string, text: string): Part => ({ name, content: once(Buffer.from(text)) });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function aboutOf({ tx, organizationId }: Scope) {
  const { id, name, label, time_zone } = organizations;
  const [found] = await tx
    .select({ id, name, label, time_zone, made_at: sql<string>`${sql.raw(instantColumn('now()'))}` })
    .from(organizations)
    .where(eq(id, organizationId));
  if (!found) throw new Error('The organisation is gone.');
  return found;
}

/** The files of pictures; those that were removed since the snapshot are left out. */
async function* picturesOf({ tx, organizationId }: Scope, storage: Storage): AsyncGenerator<Part> {
  const pictures = await tx
    .select({ kind: files.kind, path: sql<string>`${files.path}` })
    .from(files)
    .where(and(eq(files.organization_id, organizationId), files.stored))
    .orderBy(files.id);
  for (const key of pictures.flatMap(pictureKeys)) {
    const file = await storage.read(key, true);
    if (file) yield { name: `${FILES}${key}`, content: file.stream, isPacked: true };
  }
}

/** The files of messages, each by itself. */
async function* attachmentsOf({ tx, organizationId }: Scope): AsyncGenerator<Part> {
  const isOurs = eq(message_files.organization_id, organizationId);
  const attached = await tx
    .select({ id: message_files.id, name: message_files.name })
    .from(message_files)
    .where(isOurs)
    .orderBy(message_files.id);
  for (const { id, name } of attached) {
    const [file] = await tx
      .select({ content: message_files.content })
      .from(message_files)
      .where(and(isOurs, eq(message_files.id, id)));
    if (file) yield { name: `attachments/${id}/${safeName(name)}`, content: once(file.content) };
  }
}

/** A name that stays in its folder, wherever it is unpacked. */
const safeName = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^\.+/, '_') || '_';
