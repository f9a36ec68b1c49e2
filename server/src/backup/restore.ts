import type pg from 'pg';
import { connectOwner } from '../db/connection/connect-owner.ts';
import { makeTables, migrate } from '../db/migrate.ts';
import { beginRestoring, endRestoring, isBeingRestored } from '../db/restoring.ts';
import type { Env } from '../env.ts';
import type { Storage } from '../files/stored.ts';
import { PlainError } from '../plain-error.ts';
import type { Checked } from './check.ts';
import type { ArchiveReader } from './entries.ts';
import { loadFiles, loadRows } from './load.ts';
import { hold } from './release.ts';
import { readTables, tableList } from './tables.ts';

/** Where an archive goes. */
export type Destination = Pick<Env, 'databaseDirectUrl' | 'mailDelaySeconds'> & {
  storage: Storage;
  /** Instead of noting a restore that must be released: the installation goes on where it was. */
  goesOn?: boolean;
};

/** Any number will do, as long as every restore takes the same one. */
const LOCK = 7_364_208;

/**
 * Restores an archive into an empty database and an empty storage, and migrates to the newest schema. While it runs, and when
 * it is cut off, the application refuses the database; when it fails, both are empty again. What a restore that was cut off
 * has left is removed first.
 *
 * @param open opens the archive again at its beginning
 * @throws {PlainError} the place is not empty, or another restore is under way
 */
export async function restoreArchive(
  { databaseDirectUrl, mailDelaySeconds, storage, goesOn = false }: Destination,
  archive: Checked & { name: string },
  open: () => Promise<ArchiveReader>,
  say: (line: string) => void,
): Promise<void> {
  const client = await connectOwner(databaseDirectUrl);
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (!rows[0]?.free) throw new PlainError('Another restore into this database is under way.');
    if (await isBeingRestored(client)) {
      say('Removing what a restore that was cut off has left …');
      await empty(client, storage);
    } else {
      await requireEmpty(client, storage);
      await beginRestoring(client);
    }
    try {
      await makeTables(databaseDirectUrl, archive.head.migrations);
      const reader = await open();
      try {
        await reader.readHead();
        await loadRows(client, reader, archive, say);
        await loadFiles(storage, reader);
        await reader.readSums();
      } finally {
        await reader.close();
      }
      say(`  ${'files'.padEnd(32)} ${String(archive.sums.files.count).padStart(9)}`);
      await migrate({ databaseUrl: databaseDirectUrl, mailDelaySeconds, restoring: true });
      await client.query('analyze');
      await client.query('begin');
      await (goesOn ? enqueueAccountMails(client) : hold(client, archive.name, archive.head.made_at));
      await endRestoring(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      await empty(client, storage);
      await endRestoring(client);
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes the jobs of mails that wait, which the queue of before had. */
async function enqueueAccountMails(client: pg.Client): Promise<void> {
  await client.query(
    `select app.add_job('mail', jsonb_build_object('organization_id', null, 'id', id), send_after)
     from account_mails where state in ('queued', 'sending')`,
  );
}

async function requireEmpty(client: pg.Client, storage: Storage): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in ('app', 'drizzle', 'pgboss')`,
  );
  if ((await readTables(client)).length > 0 || rows.length > 0)
    throw new PlainError(
      'The database is not empty. A restore goes into a new one, so that it never mixes with what is there.',
    );
  for await (const _ of storage.list())
    throw new PlainError(
      'The place for uploaded files (FILES_URL) is not empty. A restore goes into a new one.',
    );
}

/** Removes all that a restore makes; nothing else is in a place that was empty when it began. */
async function empty(client: pg.Client, storage: Storage): Promise<void> {
  const tables = await allTables(client);
  if (tables.length > 0) await client.query(`drop table ${tableList(tables)} cascade`);
  await client.query('drop schema if exists app, drizzle, pgboss cascade');
  const keys = await Array.fromAsync(storage.list());
  for (const key of keys) await storage.delete(key);
}

async function allTables(client: pg.Client): Promise<{ name: string }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return rows;
}
