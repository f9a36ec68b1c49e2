import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { PlainError } from '../../plain-error.ts';
import { compareReleases, readRelease } from '../../release.ts';

type Database = Pick<pg.Client | pg.Pool, 'query'>;

const folder = fileURLToPath(new URL('../migrations', import.meta.url));

/** Those of some migrations that this release does not know. */
export async function unknownMigrations(names: readonly string[]): Promise<string[]> {
  const known = await readdir(folder);
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

/** @throws {PlainError} a migration is under way or was cut off: the tables are those of no list of migrations */
export async function refuseUnfinished(database: Database): Promise<void> {
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regclass('drizzle.unfinished') is not null as there`,
  );
  if (!rows[0]?.there) return;
  const { rows: unfinished } = await database.query<{ name: string }>('select name from drizzle.unfinished');
  if (unfinished.length > 0)
    throw new PlainError(
      `A migration is under way, or was cut off (${unfinished[0]?.name}). Run npm run db:migrate to its end, then begin again.`,
    );
}

/** What a database says of the releases that migrated it. */
type Told = {
  migrations: string[];
  /** The one that wrote its routines; empty before there were releases. */
  release: string;
  /** The oldest that can run with it. */
  compatibleSince: string;
};

async function readTold(database: Database): Promise<Told> {
  const migrations = await readMigrations(database);
  const { rows } = await database.query<{ there: boolean }>(
    `select to_regprocedure('app.release()') is not null as there`,
  );
  if (!rows[0]?.there) return { migrations, release: '', compatibleSince: '' };
  const { rows: told } = await database.query<{ release: string; since: string }>(
    'select app.release() as release, app.compatible_since() as since',
  );
  return { migrations, release: told[0]?.release ?? '', compatibleSince: told[0]?.since ?? '' };
}

/** What of a database a release newer than this one has made: a migration, or routines; undefined when none has. */
const newerPart = async ({ migrations, release }: Told): Promise<string | undefined> =>
  (await unknownMigrations(migrations)).at(-1) ??
  (compareReleases(release, await readRelease()) > 0 ? release : undefined);

/**
 * Keeps an older release from migrating what a newer one has made of the database: its routines would replace the newer ones.
 *
 * @throws {PlainError} the database has migrations or routines of a newer release
 */
export async function refuseNewer(database: Database): Promise<void> {
  const newer = await newerPart(await readTold(database));
  if (newer === undefined) return;
  throw new PlainError(
    `A newer release has migrated this database (${newer}), so this one leaves it alone. Run the newer release, or restore a backup from before.`,
  );
}

/**
 * Lets a release run on a database that is its own, or that a newer one has only added to: while processes are replaced one
 * after the other, those of before go on, and may be started again.
 *
 * @throws {PlainError} the database is not migrated to this release yet, or a newer one has taken away what this one needs
 */
export async function requireCompatible(database: Database): Promise<void> {
  const told = await readTold(database);
  // who sees no migrations sees no tables either, and is told so
  if (told.migrations.length === 0) return;
  const release = await readRelease();
  const newer = await newerPart(told);
  if (newer !== undefined && compareReleases(release, told.compatibleSince) < 0)
    throw new PlainError(
      `A newer release has migrated this database (${newer}), and releases before ${told.compatibleSince} can't run with it; this is ${release}. Run the newer release, or restore a backup from before.`,
    );
  const missing = (await readdir(folder)).filter((name) => !told.migrations.includes(name));
  if (missing.length > 0 || compareReleases(told.release, release) < 0)
    throw new PlainError('The database is not of this release yet; run npm run db:migrate.');
}
