import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { rowsPart } from './format.ts';
import { linesOf } from './lines.ts';
import type { ArchivedTable } from './tables.ts';
import type { ZipReader } from './unzip.ts';

/** Ids of an archive that are others here. */
export type NewIds = ReadonlyMap<string, string>;

/** Where an id of a table must not stand either: an accepted invitation gives its id to the account, and a removed organisation keeps it. */
const alsoIn: Record<string, string> = { invitations: 'accounts', organizations: 'organization_deletions' };

/**
 * Gives new ids to those rows of an archive whose ids are taken here, by whichever organisation: mails and jobs are found by
 * their ids alone. Accounts are not among them, since they are found by their addresses.
 */
export async function newIdsOf(
  client: pg.Client,
  zip: ZipReader,
  tables: readonly ArchivedTable[],
): Promise<Map<string, string>> {
  await client.query('create temporary table archived_ids (tenant text, id uuid) on commit drop');
  const having = tables.filter(
    ({ name, columns }) =>
      name !== 'accounts' && columns.some((column) => column.name === 'id' && column.type === 'uuid'),
  );
  for (const { name } of having)
    for await (const lines of linesOf(zip.read(rowsPart(name))))
      await client.query('insert into archived_ids select $1, id from unnest($2::uuid[]) as id', [
        name,
        lines.map((line) => (JSON.parse(line) as { id: string }).id),
      ]);
  await client.query('analyze archived_ids');
  const ids = new Map<string, string>();
  for (const { name } of having)
    for (const table of [name, alsoIn[name]].filter((one) => one !== undefined)) {
      const { rows } = await client.query<{ id: string }>(
        `select a.id::text from archived_ids a join public.${table} t on t.id = a.id where a.tenant = $1`,
        [name],
      );
      for (const { id } of rows) ids.set(id, newId(id));
    }
  return ids;
}

/**
 * A new id in place of another. The first half stays: it is the time of a UUID of version 7, by which rows are ordered, also among
 * those that keep theirs.
 */
export const newId = (id: string): string => id.slice(0, 19) + randomUUID().slice(19);

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A text with new ids wherever it names one: in keys, references, lists and words. */
export const withNewIds = (text: string, ids: NewIds): string =>
  ids.size > 0 ? text.replace(uuids, (id) => ids.get(id) ?? id) : text;
