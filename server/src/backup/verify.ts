import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { programmesPath } from '@vpisnik/contract/rules/public-addresses';
import type { Pool } from 'pg';
import { createApp } from '../app.ts';
import { createPools } from '../db/connection/pools.ts';
import { requireReadyDatabase } from '../db/connection/ready.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { type Env, withDatabase } from '../env.ts';
import { openStorage } from '../files/storage.ts';
import type { Storage } from '../files/stored.ts';
import { startPart } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { type Checked, checkArchive } from './check.ts';
import { openDraftFolder } from './drafts.ts';
import { ArchiveReader } from './entries.ts';
import type { LocalArchive } from './place.ts';
import { restoreArchive } from './restore.ts';

/**
 * Proves an archive by restoring it into a database that is thrown away when `parts` end: rows and files are read back and compared, foreign
 * keys checked, the schema migrated, and a page shown.
 *
 * @param webFolder the built web, instead of `web/dist`
 * @throws {PlainError} its defects
 */
export async function verifyArchive(
  parts: AsyncDisposableStack,
  wanted: Env,
  archive: LocalArchive,
  passphrase: string,
  say: (line: string) => void,
  webFolder?: string,
): Promise<Checked> {
  say(`Reading ${archive.name} …`);
  const checked = await checkArchive(await archive.read(), passphrase);
  say('It is whole. Restoring it into a database that is thrown away …');
  // beside the application's data: its content must not come into a folder that others may read
  const dir = await openDraftFolder(parts, wanted.dataDir, 'verify');
  const database = await startPart(parts, startEmbedded({ dir: join(dir, 'postgres'), fast: true }));
  const own = {
    ...wanted,
    ...{
      databaseUrl: '',
      databaseApiUrl: '',
      databasePublicUrl: '',
      databaseSystemUrl: '',
      databaseDirectUrl: '',
    },
    filesUrl: pathToFileURL(join(dir, 'files')).href,
    secretKeys: checked.secretKeys,
    logLevel: 'silent' as const,
  };
  const env = withDatabase(own, database.url);
  const storage = openStorage(env);
  const open = async () => ArchiveReader.open(await archive.read(), passphrase);
  await restoreArchive({ ...env, storage }, { ...checked, name: archive.name }, open, say);
  await compareFiles(await open(), checked, storage);
  await showPage(env, storage, webFolder);
  return checked;
}

/** @throws {PlainError} a file in storage is not as it is in the archive */
async function compareFiles(reader: ArchiveReader, { head }: Checked, storage: Storage): Promise<void> {
  await reader.readHead();
  for (const { name } of head.tables) for await (const _ of reader.rowsOf(name));
  for await (const { key, pieces } of reader.files()) {
    const wanted = createHash('sha256');
    for await (const piece of pieces) wanted.update(piece);
    const kept = await storage.read(key, true);
    if (!kept || (await digestOf(kept.stream)) !== wanted.digest('hex'))
      throw new PlainError(`The file ${key} was not restored as it was.`);
  }
  await reader.readSums();
}

async function digestOf(stream: Readable): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.digest('hex');
}

/** @throws {PlainError} a public page, or the one to sign in where there is no organisation, is not shown */
async function showPage(env: Env, storage: Storage, webFolder: string | undefined): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const pools = createPools(env);
  parts.defer(() => pools.close());
  await requireReadyDatabase({ mode: 'demo' }, pools);
  const app = await createApp({ env, pools, storage, ...(webFolder && { webFolder }) });
  parts.defer(() => app.close());
  const url = await publicPath(pools.system);
  const { statusCode } = await app.inject({ url, headers: { accept: 'text/html' } });
  if (statusCode !== 200) throw new PlainError(`The page ${url} is not shown: it answers ${statusCode}.`);
}

async function publicPath(system: Pool): Promise<string> {
  const { rows } = await system.query<{ label: string }>(
    'select label from organizations where active and delete_after is null order by id limit 1',
  );
  return rows[0] ? programmesPath(rows[0]) : '/login';
}
