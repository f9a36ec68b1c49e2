import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';

type Database = Pick<pg.Client | pg.Pool, 'query'>;

/** Those of some migrations that this release does not know. */
export async function unknownMigrations(names: readonly string[]): Promise<string[]> {
  const known = await readdir(fileURLToPath(new URL('migrations', import.meta.url)));
  return names.filter((name) => !known.includes(name));
}

/** Names of the migrations that a database has; none in one that was never migrated. */
export async function readMigrations(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const { rows: names } = await database.query<{ name: string }>(
    'select name from drizzle.__drizzle_migrations order by name',
  );
  return names.map(({ name }) => name);
}

/**
 * Keeps an older release away from what a newer one has made of the database: its routines would replace the newer ones, and
 * its statements write rows that those no longer understand.
 *
 * @throws {PlainError} the database has migrations that this release does not know
 */
export async function refuseNewer(database: Database): Promise<void> {
  const unknown = await unknownMigrations(await readMigrations(database));
  if (unknown.length === 0) return;
  throw new PlainError(
    `A newer release has migrated this database (${unknown.at(-1)}), so this one leaves it alone. Run the newer release, or restore a backup from before.`,
  );
}
