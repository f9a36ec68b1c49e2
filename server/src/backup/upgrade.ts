import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connectOwner } from '../db/connection/connect-owner.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { findMajor } from '../db/embedded/embedded-binaries.ts';
import { majorOf } from '../db/embedded/embedded-cluster.ts';
import type { Env } from '../env.ts';
import type { Storage } from '../files/stored.ts';
import { startPart } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { readRelease } from '../release.ts';
import { sealArchive } from './archive.ts';
import { checkArchive } from './check.ts';
import { ArchiveReader } from './entries.ts';
import { entriesOf, takeSnapshot } from './make.ts';
import { restoreArchive } from './restore.ts';

/**
 * Takes the embedded database to the major version of PostgreSQL that this release brings: its rows go by an archive into a new
 * cluster, which takes the place of the old one when all of them are there. The old one is kept beside it.
 *
 * @param previous folder of the release that ran until now, with its node_modules
 * @returns where the old cluster is kept
 * @throws {PlainError} there is nothing to do, or the old cluster is in use
 */
export async function upgradeDatabase(
  parts: AsyncDisposableStack,
  { dataDir, secretKeys, mailDelaySeconds }: Pick<Env, 'dataDir' | 'secretKeys' | 'mailDelaySeconds'>,
  previous: string,
  say: (line: string) => void,
): Promise<string> {
  const dir = join(dataDir, 'postgres');
  const present = join(dir, 'cluster');
  const upgraded = join(dir, 'upgraded');
  const [old, wanted] = [findMajor(previous), findMajor()];
  const kept = join(dir, `cluster-${old}`);
  if (!existsSync(present) && existsSync(kept) && existsSync(join(upgraded, 'cluster'))) {
    await rename(join(upgraded, 'cluster'), present);
    await rm(upgraded, { recursive: true, force: true });
    return kept;
  }
  if (!existsSync(present)) throw new PlainError(`There is no database in ${dir}.`);
  const found = majorOf(join(present, 'data'));
  if (found === wanted) throw new PlainError(`The database is of PostgreSQL ${wanted} already.`);
  if (found !== old)
    throw new PlainError(`The database is of PostgreSQL ${found}, and ${previous} has ${old}.`);
  if (existsSync(kept)) throw new PlainError(`${kept} is there already; move it elsewhere first.`);
  // of a try that was cut off; nothing has used it yet
  await rm(upgraded, { recursive: true, force: true });
  await mkdir(upgraded, { recursive: true, mode: 0o700 });
  // in there, so that the next try removes also this one's
  const scratch = await mkdtemp(join(upgraded, 'archive-'));
  parts.defer(() => rm(scratch, { recursive: true, force: true }));
  const archive = join(scratch, 'archive');
  const passphrase = randomBytes(24).toString('base64url');
  say(`Reading the database of PostgreSQL ${old} …`);
  await archiveCluster(parts, { dir, release: previous }, secretKeys, passphrase, archive);
  const checked = await checkArchive(createReadStream(archive), passphrase);
  say(`Filling one of PostgreSQL ${wanted} …`);
  const database = await startPart(parts, startEmbedded({ dir: upgraded }));
  const destination = { databaseDirectUrl: database.url, mailDelaySeconds, storage: noFiles, goesOn: true };
  const open = () => ArchiveReader.open(createReadStream(archive), passphrase);
  await restoreArchive(destination, { ...checked, name: 'upgrade' }, open, say);
  await database.stop();
  await rename(present, kept);
  await rename(join(upgraded, 'cluster'), present);
  await rm(upgraded, { recursive: true, force: true });
  return kept;
}

async function archiveCluster(
  parts: AsyncDisposableStack,
  options: { dir: string; release: string },
  secretKeys: Env['secretKeys'],
  passphrase: string,
  archive: string,
): Promise<void> {
  let database = await startPart(parts, startEmbedded(options));
  if (database.adopted) {
    // of a process that was killed, it is stopped by who lets it go last; that of the application stays
    await database.stop();
    database = await startPart(parts, startEmbedded(options));
  }
  if (database.adopted) throw new PlainError('The database is in use. Stop the application first.');
  const client = await connectOwner(database.url);
  try {
    const head = await takeSnapshot(client, await readRelease());
    const entries = entriesOf({ client, head, storage: noFiles, secretKeys }, () => {});
    await pipeline(await sealArchive(entries, passphrase), createWriteStream(archive, { mode: 0o600 }));
  } finally {
    await client.end();
  }
  await database.stop();
}

/** Uploaded files stay where they are. */
const noFiles = {
  async *list() {},
  put: async () => {},
  putStream: async () => {},
  read: async () => undefined,
  delete: async () => {},
  deleteAll: async () => {},
  check: async () => {},
} satisfies Storage;
