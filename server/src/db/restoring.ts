import type pg from 'pg';
import { PlainError } from '../plain-error.ts';

/** A schema that is there while a restore is under way, or was cut off. The rows of such a database are not whole. */
const MARK = 'being_restored';

type Database = Pick<pg.Client | pg.Pool, 'query'>;

/** Whether a restore into the database is under way or was cut off. */
export async function isBeingRestored(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ marked: boolean }>(
    `select to_regnamespace('${MARK}') is not null as marked`,
  );
  return rows[0]?.marked ?? false;
}

/** @throws {PlainError} the database is being restored, or was in part */
export async function refuseHalfRestored(database: Database): Promise<void> {
  if (await isBeingRestored(database))
    throw new PlainError(
      'A restore into this database is under way, or was cut off: run npm run restore again to its end.',
    );
}

/** Makes the database unusable until `endRestoring`. */
export async function beginRestoring(database: Database): Promise<void> {
  await database.query(`create schema ${MARK}`);
}

export async function endRestoring(database: Database): Promise<void> {
  await database.query(`drop schema ${MARK}`);
}
