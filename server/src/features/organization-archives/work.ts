import { Readable } from 'node:stream';
import { type ArchiveStop, archiveDays, archiveStops } from '@vpisnik/contract/organization-archives';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { eq, sql } from 'drizzle-orm';
import { readMigrations } from '../../db/migrating/migrated.ts';
import { organizations } from '../../db/schema.ts';
import { asAccount, asWorker, type Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { knownError } from '../../http/errors.ts';
import type { JobQueue } from '../../jobs/boss.ts';
import type { Log } from '../../mail/transport.ts';
import { archiveOf } from '../../organization-archive/make.ts';
import { archiveWords } from '../../organization-archive/words.ts';
import { ArchiveTooLarge } from '../../organization-archive/zip.ts';
import type { Services } from '../../services.ts';
import { fileKey, folderKey, removeFile } from './files.ts';
import {
  type ArchiveKey,
  isDone,
  noteDone,
  noteFailed,
  noteProgress,
  selectMaker,
  tryLock,
} from './queries.ts';

/** What work in the background needs. */
type Working = Pick<Services, 'pools' | 'storage'> & { boss: JobQueue; log: Log; stopping: AbortSignal };

/** Milliseconds between two notes of how far an archive is. */
const LOOK = 1000;
/** Longest that an archive may take, in milliseconds. */
const LONGEST = 60 * 60_000;
/** Seconds without a note after which an archive has lost its process. */
const LOST = 60;

/** The process stops, or the archive is no longer to be made: its organisation is gone. */
class Interrupted extends Error {}

/** Storage does not take what was made. */
class NotStored extends Error {}

/**
 * Makes an archive from one snapshot, as the account that asked for it, whose rank is read anew. What was cut off begins anew:
 * the file is there with the last statement, or not at all.
 */
export async function makeArchive(working: Working, key: ArchiveKey): Promise<void> {
  const { pools, stopping } = working;
  const accountId = await asWorker(pools.system, (tx) => selectMaker(tx, key));
  if (!accountId) return;
  const demand = {
    rank: permissions['organization.archive'],
    organization: true,
    writes: false,
    snapshot: true,
    whilePasswordChangeRequired: false,
    kind: 'archive',
  } as const;
  const bearer = { accountId, signInId: null };
  await asAccount(pools.api, bearer, key.organization_id, demand, async (account) => {
    const scope = account as Scope;
    if (await tryLock(scope, key)) await make(working, scope, key);
  }).catch((error: unknown) => {
    // whatever fails at the end of a process may have failed by that
    if (!stopping.aborted && !(error instanceof Interrupted)) return failed(working, key, error);
  });
}

async function make({ pools, storage, stopping }: Working, scope: Scope, key: ArchiveKey): Promise<void> {
  const migrations = await readMigrations(pools.system);
  const { rows } = await scope.tx.execute<{ count: string }>(sql`select app.count_archived() as count`);
  const total = 2 * Number(rows[0]?.count ?? 0);
  let done = 0;
  let bytes = 0;
  let last = Number.NEGATIVE_INFINITY;
  /** Notes how far it is, now and then; each time it looks whether the process goes on. */
  const report = async (): Promise<void> => {
    if (stopping.aborted) throw new Interrupted();
    if (performance.now() - last < LOOK) return;
    if (!(await asWorker(pools.system, (tx) => noteProgress(tx, key, { done, total }))))
      throw new Interrupted();
    last = performance.now();
  };
  const counted = async function* () {
    const archive = archiveOf({ scope, storage, migrations }, async (count) => {
      done += count;
      await report();
    });
    for await (const some of archive) {
      bytes += some.length;
      yield some;
      await report();
    }
  };
  await report();
  // what was begun; whatever is left goes after a day. After a lost connection another process may have made the file meanwhile:
  // where that can't be told, it stays
  const discard = async () => {
    const isMade = await isDone(pools.system, key).catch(() => true);
    if (!isMade) await storage.deleteAll(folderKey(key)).catch(() => {});
  };
  const content = Readable.from(counted(), { objectMode: false, signal: AbortSignal.timeout(LONGEST) });
  await storage.putStream(fileKey(key), content, stopping).catch(async (error: unknown) => {
    await discard();
    throw content.errored ?? new NotStored('Storage did not take an archive', { cause: error });
  });
  const name = await nameOf(scope);
  const result = { name, bytes, rows: total, days: archiveDays };
  // a failure discards nothing: where only the answer was lost, the row tells of the file
  const earlier = await asWorker(pools.system, (tx) => noteDone(tx, key, result));
  if (!earlier) {
    // no row would tell of the file, nor ever remove it
    await discard();
    throw new Interrupted();
  }
  // whatever can't be removed now is tried again each hour
  for (const one of earlier) await removeFile(pools.system, storage, one).catch(() => {});
}

/** The name of a file that is made today, by the organisation's clocks: `arhiv-zvezda-2026-09-14.zip`. */
async function nameOf({ tx, organizationId, language }: Scope): Promise<string> {
  const { label, time_zone } = organizations;
  const [its] = await tx
    .select({ label, time_zone })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  const day = localDay(new Date(), its?.time_zone ?? 'UTC');
  return `${archiveWords[language].file}-${its?.label ?? ''}-${day}.zip`;
}

/**
 * Notes why an archive is not made.
 *
 * @throws what passes by itself: the queue tries again
 */
async function failed({ pools, log }: Working, key: ArchiveKey, error: unknown): Promise<void> {
  const known = knownError(error, 'POST');
  if (known?.code === 'unavailable') throw known;
  const reason = reasonOf(error);
  if (reason === 'internal_error' || reason === 'storage_failed')
    log.error({ organization_archive: key.id, err: error }, 'an archive of an organisation was not made');
  await asWorker(pools.system, (tx) => noteFailed(tx, key, reason));
}

function reasonOf(error: unknown): ArchiveStop {
  if (error instanceof ArchiveTooLarge) return 'archive_too_large';
  if (error instanceof NotStored) return 'storage_failed';
  const code = error instanceof AppError ? error.code : undefined;
  return archiveStops.find((stop) => stop === code) ?? 'internal_error';
}

/**
 * Puts archives into the queue that nobody makes any more.
 *
 * @param all also those that went on a moment ago: this process has just started, perhaps in place of theirs
 */
export async function resumeArchives(
  { pools, boss }: Pick<Working, 'pools' | 'boss'>,
  all: boolean,
): Promise<void> {
  const { rows } = await pools.system.query<ArchiveKey>(
    // not those that wait for their turn in the queue
    `select organization_id, id from organization_archives a
     where state = 'running' and worked_at < now() - make_interval(secs => $1) and not exists (
       select from pgboss.job j
       where j.name = 'organization_archive' and j.state in ('created', 'retry') and j.start_after <= now()
         and j.data ->> 'id' = a.id::text
     )`,
    [all ? 0 : LOST],
  );
  for (const key of rows) await boss.send('organization_archive', key);
}
