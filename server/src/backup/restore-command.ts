import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { connectOwner } from '../db/connection/connect-owner.ts';
import { openDatabase, readCommandEnv } from '../db/connection/open.ts';
import { migrate } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { openStorage } from '../files/storage.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { checkArchive } from './check.ts';
import { ArchiveReader } from './entries.ts';
import { findArchive } from './place.ts';
import { countWaiting, findUnreleased, hold, release, type Waiting } from './release.ts';
import { restoreArchive } from './restore.ts';
import { requirePassphrase } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const missing = new PlainError(
  'Say which archive: npm run restore -- /srv/backups/vpisnik-….tar.zst.age, or its s3:// address.',
);

const choices: Record<string, Waiting> = { '--send': 'sent', '--cancel': 'cancelled' };

/** An instant as pgBackRest and PostgreSQL take it too; without a zone, nobody knows which hour it is. */
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * `npm run restore -- <archive>`: restores an archive into an empty place. `-- --keys <archive>` shows the SECRET_KEY that it
 * needs, `-- --hold <instant>` lets a database that was put back by other means send nothing, and `-- --release` lets the restored
 * installation send mails.
 */
await runToEnd(async (parts) => {
  const [first, second] = process.argv.slice(2);
  if (first === '--release') await releaseMails(parts, second);
  else if (first === '--hold') await holdMails(parts, second);
  else if (first === '--keys') await showKeys(parts, second);
  else await restore(parts, first);
});

async function restore(parts: AsyncDisposableStack, address?: string): Promise<void> {
  if (!address || address.startsWith('-')) throw missing;
  const wanted = readCommandEnv();
  const passphrase = requirePassphrase(wanted);
  const archive = await findArchive(parts, address, wanted);
  say(`Reading ${archive.name} …`);
  const checked = await checkArchive(await archive.read(), passphrase);
  say(`It is whole, and shows ${checked.head.made_at}. Restoring …`);
  const keepKeys = takeKeys(wanted, checked.secretKeys);
  const env = await openDatabase(parts, wanted);
  const open = async () => ArchiveReader.open(await archive.read(), passphrase);
  await restoreArchive({ ...env, storage: openStorage(env) }, { ...checked, name: archive.name }, open, say);
  keepKeys();
  const rows = Object.values(checked.sums.tables).reduce((sum, table) => sum + table.rows, 0);
  say(`
Restored: ${rows} rows, ${checked.sums.files.count} files, as they were at ${checked.head.made_at}.
No mail is sent until you say so. Start the application, sign in, look around; then run

  npm run restore -- --release
`);
}

/**
 * Decides by which key the restored secrets are opened: by one that is configured, or by the archive's in place of the key that
 * this installation made for itself. Answers what keeps it.
 *
 * @throws {PlainError} SECRET_KEY is another one
 */
function takeKeys(env: Env, archived: readonly string[]): () => void {
  if (archived.every((key) => env.secretKeys.includes(key))) return () => {};
  const own = join(env.dataDir, 'secret-key');
  const isOwn =
    existsSync(own) && env.secretKeys.length === 1 && readFileSync(own, 'utf8') === env.secretKeys[0];
  const [only, ...others] = archived;
  if (isOwn && only && others.length === 0) return () => writeFileSync(own, only, { mode: 0o600 });
  throw new PlainError(
    'SECRET_KEY is not the key of this archive, whose secrets it could not open. ' +
      'npm run restore -- --keys <archive> shows the right one.',
  );
}

async function showKeys(parts: AsyncDisposableStack, address?: string): Promise<void> {
  if (!address) throw missing;
  const env = readCommandEnv();
  const archive = await findArchive(parts, address, env);
  const reader = await ArchiveReader.open(await archive.read(), requirePassphrase(env));
  const { secretKeys } = await reader.readHead();
  await reader.close();
  say(`SECRET_KEY=${secretKeys.join(',')}`);
}

async function holdMails(parts: AsyncDisposableStack, madeAt = ''): Promise<void> {
  const client = await openOwner(parts);
  if (!instant.test(madeAt) || !(await isPast(client, madeAt)))
    throw new PlainError(
      'Say which moment the database shows, with its zone: npm run restore -- --hold "2026-11-28 14:05:00+01".',
    );
  if (await findUnreleased(client)) throw new PlainError('Mails wait for a release already.');
  // who is no superuser reads of others' connections no more than this; PostgreSQL's own processes have no account
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and usesysid is not null and pid <> pg_backend_pid() limit 1`,
  );
  if (rows.length > 0)
    throw new PlainError(
      'The database is in use, so mails may be on their way. First stop the application, all its processes, and PgBouncer.',
    );
  await client.query('begin');
  await hold(client, 'the database itself', madeAt);
  await client.query('commit');
  say('No mail is sent until you say so: npm run restore -- --release');
}

async function isPast(client: pg.Client, madeAt: string): Promise<boolean> {
  const { rows } = await client.query<{ past: boolean }>(
    'select pg_input_is_valid($1, $2) and $1::timestamptz <= now() as past',
    [madeAt, 'timestamptz'],
  );
  return rows[0]?.past === true;
}

/** Connects as the owner of the tables, whose schema is this release's in an embedded database. */
async function openOwner(parts: AsyncDisposableStack): Promise<pg.Client> {
  const env = await openDatabase(parts, readCommandEnv());
  if (env.embedded) await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
  const client = await connectOwner(env.databaseDirectUrl);
  parts.defer(() => client.end());
  return client;
}

async function releaseMails(parts: AsyncDisposableStack, choice?: string): Promise<void> {
  const client = await openOwner(parts);
  const unreleased = await findUnreleased(client);
  if (!unreleased) throw new PlainError('Nothing waits for a release: mails are being sent.');
  const waiting = await countWaiting(client, unreleased);
  const chosen = choices[choice ?? ''];
  if (choice && !chosen) throw new PlainError('Say --send or --cancel after --release.');
  if (waiting.length > 0 && !chosen) {
    const lines = waiting.map(({ type, count }) => `  ${String(count).padStart(6)}  ${type}`);
    throw new PlainError(
      `These mails wait. They were to be sent after ${unreleased.made_at.toISOString()}, and the installation that was lost may have sent them:\n` +
        `${lines.join('\n')}\nIf it did not, run npm run restore -- --release --send; if it did, or you don't know,\n` +
        'run npm run restore -- --release --cancel, which sends none of them twice.',
    );
  }
  await release(client, unreleased, chosen ?? 'sent');
  say('Released: mails are sent from now on.');
}
