import type { ArchiveStop, OrganizationArchive } from '@vpisnik/contract/organization-archives';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { instantColumn } from '../../db/instants.ts';
import type { Scope, Transaction } from '../../db/scope.ts';

/** Which archive of which organisation. */
export type ArchiveKey = { organization_id: string; id: string };

/** SQL: whether the file is there to be fetched. */
const isKept = sql`state = 'done' and file_until > now()`;

const columns = sql`id, actor, state, stop_reason, total_count, done_count, bytes::float8 as bytes,
  ${sql.raw(instantColumn('created_at'))} as created_at, ${sql.raw(instantColumn('finished_at'))} as finished_at,
  case when ${isKept} then ${sql.raw(instantColumn('file_until'))} end as file_until`;

/** The latest archive of the caller's organisation. */
export async function selectLatest({ tx, organizationId }: Scope): Promise<OrganizationArchive | undefined> {
  const { rows } = await tx.execute<OrganizationArchive>(sql`
    select ${columns} from organization_archives where organization_id = ${organizationId}
    order by created_at desc, id desc limit 1`);
  return rows[0];
}

/** Writes an archive of the caller that is to be made, and lets a worker begin. A second one at a time breaks a constraint. */
export async function insertArchive(scope: Scope): Promise<OrganizationArchive> {
  const { tx, organizationId, accountId, name } = scope;
  const { rows } = await tx.execute<OrganizationArchive>(sql`
    insert into organization_archives (organization_id, account_id, actor)
    values (${organizationId}, ${accountId}, ${name}) returning ${columns}`);
  const [archive] = rows;
  if (!archive) throw new Error('The archive was not written');
  await tx.execute(sql`select app.enqueue_archive(${archive.id})`);
  return archive;
}

/** The name of an archive's file, while that can be fetched. */
export async function selectFile(
  { tx, organizationId }: Scope,
  id: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from organization_archives where organization_id = ${organizationId} and id = ${id} and ${isKept}`);
  return rows[0];
}

/** In whose name an archive is made; nothing when it is no longer to be made. */
export async function selectMaker(tx: Transaction, key: ArchiveKey): Promise<string | undefined> {
  const { rows } = await tx.execute<{ account_id: string }>(
    sql`select account_id from organization_archives where ${isRunning(key)}`,
  );
  return rows[0]?.account_id;
}

/** Lets no other transaction make an archive until this one ends, unless another already does; says so. */
export async function tryLock({ tx }: Scope, { id }: ArchiveKey): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

const isRunning = ({ organization_id, id }: ArchiveKey) =>
  sql`organization_id = ${organization_id} and id = ${id} and state = 'running'`;

/** Notes how far an archive is; says whether it is still to be made. */
export async function noteProgress(
  tx: Transaction,
  key: ArchiveKey,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const { rows: noted } = await tx.execute<{ id: string }>(sql`
    update organization_archives
    set done_count = ${done}, total_count = ${total}, worked_at = clock_timestamp(),
      file_until = clock_timestamp() + interval '1 day'
    where ${isRunning(key)} returning id`);
  return noted.length > 0;
}

/**
 * Notes that the file is there, and answers the earlier archives, whose files are to go; undefined when the archive is no longer
 * to be made.
 */
export async function noteDone(
  tx: Transaction,
  key: ArchiveKey,
  { name, bytes, rows, days }: { name: string; bytes: number; rows: number; days: number },
): Promise<ArchiveKey[] | undefined> {
  const { rows: noted } = await tx.execute<{ id: string }>(sql`
    update organization_archives
    set state = 'done', name = ${name}, bytes = ${bytes}, done_count = ${rows}, total_count = ${rows},
      worked_at = now(), finished_at = now(), file_until = now() + make_interval(days => ${days})
    where ${isRunning(key)} returning id`);
  if (noted.length === 0) return undefined;
  const { rows: earlier } = await tx.execute<ArchiveKey>(sql`
    update organization_archives set file_until = least(file_until, now())
    where organization_id = ${key.organization_id} and id <> ${key.id} and state = 'done' and file_until is not null
    returning organization_id, id`);
  return earlier;
}

/** Whether the row tells that the file is there. */
export async function isDone(system: Pool, { organization_id, id }: ArchiveKey): Promise<boolean> {
  const { rowCount } = await system.query(
    `select from organization_archives where organization_id = $1 and id = $2 and state = 'done'`,
    [organization_id, id],
  );
  return rowCount === 1;
}

/** Notes that an archive is not made, and why. */
export async function noteFailed(tx: Transaction, key: ArchiveKey, reason: ArchiveStop): Promise<void> {
  await tx.execute(sql`
    update organization_archives set state = 'failed', stop_reason = ${reason}, finished_at = clock_timestamp()
    where ${isRunning(key)}`);
}
