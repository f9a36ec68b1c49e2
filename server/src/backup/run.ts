import { Transform } from 'node:stream';
import pg from 'pg';
import { connectOwner } from '../db/connection/connect-owner.ts';
import type { Env } from '../env.ts';
import { openStorage } from '../files/storage.ts';
import { PlainError } from '../plain-error.ts';
import { programPart } from '../program-part.ts';
import { readRelease } from '../release.ts';
import { sealArchive } from './archive.ts';
import { archiveName, type Head, type Sums } from './format.ts';
import { entriesOf, takeSnapshot } from './make.ts';
import { type ArchivePlace, openPlace } from './place.ts';

/** An archive that was made. */
export type Made = { name: string; place: ArchivePlace; bytes: number; rows: number; head: Head; sums: Sums };

/** The passphrase of archives. @throws {PlainError} there is none */
export function requirePassphrase({ backupPassphrase }: Pick<Env, 'backupPassphrase'>): string {
  if (backupPassphrase) return backupPassphrase;
  throw new PlainError(
    'BACKUP_PASSPHRASE is missing: the passphrase that opens archives. Without it an archive is of no use to anybody, so keep it apart from them.',
  );
}

/**
 * Makes an archive of a running installation and notes the result in `backups`.
 *
 * @param stopping ends it before it is done
 * @throws {PlainError} it can't be made; nothing of it is kept
 */
export async function runBackup(env: Env, target: string, stopping: AbortSignal): Promise<Made> {
  const passphrase = requirePassphrase(env);
  const place = openPlace(target, env);
  const startedAt = new Date();
  const name = archiveName(env.publicUrl, startedAt);
  const client = await connectOwner(env.databaseDirectUrl);
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  // its failure is that of writing it; before that, it is of no interest
  counted.on('error', () => {});
  const stop = () => {
    counted.destroy(new PlainError('The backup was stopped before its end.'));
    // whatever statement it waits for
    client.end().catch(() => {});
  };
  stopping.addEventListener('abort', stop, { once: true });
  try {
    const head = await takeSnapshot(client, await readRelease());
    const result: { sums?: Sums } = {};
    const storage = openStorage(env);
    const entries = entriesOf({ client, head, storage, secretKeys: env.secretKeys }, (sums) => {
      result.sums = sums;
    });
    const archive = await sealArchive(entries, passphrase);
    archive.on('error', (error) => counted.destroy(error));
    await place.write(name, archive.pipe(counted));
    if (!result.sums) throw new Error('The archive ended before its sums.');
    const { sums } = result;
    const rows = Object.values(sums.tables).reduce((sum, table) => sum + table.rows, 0);
    await note(env, { target: place.says, name, startedAt, bytes, rows, files: sums.files.count });
    return { name, place, bytes, rows, head, sums };
  } catch (error) {
    await note(env, { target: place.says, name, startedAt, failure: reasonOf(error) }).catch(() => {});
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

type Ended = {
  target: string;
  name: string;
  startedAt: Date;
  bytes?: number;
  rows?: number;
  files?: number;
  failure?: string;
};

/** On a connection of its own: that of the snapshot only reads, and may be what was lost. */
async function note(
  env: Env,
  { target, name, startedAt, bytes, rows, files, failure }: Ended,
): Promise<void> {
  const client = new pg.Client({ connectionString: env.databaseDirectUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(
      `insert into backups (target, name, started_at, bytes, rows, files, failure) values ($1, $2, $3, $4, $5, $6, $7)`,
      [target, name, startedAt, bytes ?? null, rows ?? null, files ?? null, failure ?? null],
    );
  } finally {
    await client.end();
  }
}

/** Why a backup failed, for the operator. */
const reasonOf = (error: unknown): string =>
  (error instanceof PlainError ? error.message : (programPart(error).message ?? 'unknown')).slice(0, 500);
