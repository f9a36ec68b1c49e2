import type { BulkStop } from '@vpisnik/contract/bulk-jobs';
import { bulkLimits, bulkStops } from '@vpisnik/contract/bulk-jobs';
import { sql } from 'drizzle-orm';
import { readCause, runUnit, type Unit } from '../../cause.ts';
import { asAccount, asWorker, type Scope, type Transaction } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { knownError } from '../../http/errors.ts';
import type { JobQueue } from '../../jobs/boss.ts';
import type { Log } from '../../mail/transport.ts';
import type { Services } from '../../services.ts';
import { Interrupted, workOnBatch } from './batch.ts';
import { kindOf } from './kinds.ts';
import { requeueMails, requeuePaymentMails } from './mails.ts';
import { changeJob, type StoredJob, selectJob, tryLockJob } from './queries.ts';

/** Data of a job in the queue. */
export type BulkKey = { organization_id: string; id: string };

/** What work in the background needs. */
export type Working = Pick<Services, 'pools' | 'env' | 'storage'> & {
  boss: JobQueue;
  log: Log;
  stopping: AbortSignal;
};

/** Jobs that share a queue and its turns, and what one turn does for one of them. */
type Lane = { queue: 'bulk' | 'bulk_export'; work: (working: Working, key: BulkKey) => Promise<Outcome> };

/** Work on rows, for some seconds at a time. */
export const rowsLane: Lane = { queue: 'bulk', work: workOn };

/** How long one turn works, in milliseconds; then another organisation has one. */
const TURN = 5000;
/** Rows a second that a job is sure to manage: mails of early rows wait until the last ones are done and can be undone. */
const PACE = 500;
/** Seconds without a result after which a job has lost its process. */
const LOST = 20;

/**
 * Works for one turn: on the job whose turn it is, not on the one that the queue names, since turns go round the
 * organisations and an organisation may have several jobs there. Afterwards the named job goes to the end of the queue
 * while it is open; where it isn't, the job that was worked on does in its place while that has more to do.
 */
export async function workForTurn(working: Working, { queue, work }: Lane, named: BulkKey): Promise<void> {
  const { pools, boss } = working;
  let next: BulkKey | undefined;
  let outcome: Outcome;
  do {
    const found = await asWorker(pools.system, (tx) => selectNext(tx, queue));
    next = found?.key;
    outcome = found ? await takeTurn(queue, found, () => work(working, found.key)) : 'busy';
    // another process took it in between: others may wait for their turn all the same
  } while (next && outcome === 'busy');
  if (await asWorker(pools.system, (tx) => selectWork(tx, named))) {
    // another process works on it, or has just died: one look is enough, however many find that
    const later = { startAfter: LOST, singletonKey: named.id, singletonSeconds: LOST };
    await boss.send(queue, named, outcome === 'busy' ? later : {});
  } else if (next && outcome === 'more') await boss.send(queue, next, {});
}

/** Works on a job for one turn, with the request that started it as the cause. */
function takeTurn(
  queue: Lane['queue'],
  { key, cause }: { key: BulkKey; cause: string | null },
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const unit: Unit = {
    kind: 'job',
    name: `${queue}_turn`,
    cause: readCause(cause),
    organizationId: key.organization_id,
  };
  return runUnit(unit, async () => (unit.end = await work()));
}

/**
 * Works on a job until it is finished or the turn is over, batch by batch, each in a transaction of its own as the account
 * that began it; its rank and scope are read anew each time.
 */
async function workOn(working: Working, key: BulkKey): Promise<Outcome> {
  const { pools, env, stopping } = working;
  const until = performance.now() + TURN;
  for (;;) {
    const outcome = await workOnce(pools, key, env.mailDelaySeconds).catch((error: unknown) =>
      failed(working, key, error),
    );
    if (outcome !== 'more' || stopping.aborted || performance.now() > until) return outcome;
  }
}

/** How a turn on a job ended: there is more to do, another process works on it, or it rests. */
export type Outcome = 'more' | 'busy' | 'finished';

/** SQL: the queue of a job `b`. */
const queueOf = `case b.kind when 'export' then 'bulk_export' else 'bulk' end`;

/**
 * The open job of a queue whose turn it is, of those that no other process works on: of the organisation that has waited longest the
 * one that has waited longest. Work that was done at once is no turn.
 */
export async function selectNext(
  tx: Transaction,
  queue: Lane['queue'],
): Promise<{ key: BulkKey; cause: string | null } | undefined> {
  const { rows } = await tx.execute<BulkKey & { cause: string | null }>(sql`
    select organization_id, id, cause from (
      select b.organization_id, b.id, b.cause from bulk_jobs b
      cross join lateral (
        select max(its.worked_at) as last from bulk_jobs its
        where its.organization_id = b.organization_id and its.total_count > ${bulkLimits.atOnce}
      ) as turn
      where b.state in ('running', 'undoing') and ${sql.raw(queueOf)} = ${queue}
      order by coalesce(turn.last, b.worked_at), b.worked_at, b.id
      offset 0
    ) as waiting
    where pg_try_advisory_xact_lock(hashtextextended(id::text, 0))
    limit 1
  `);
  const [found] = rows;
  if (!found) return undefined;
  const { cause, ...key } = found;
  return { key, cause };
}

async function workOnce(pools: Services['pools'], key: BulkKey, delaySeconds: number): Promise<Outcome> {
  const work = await asWorker(pools.system, (tx) => selectWork(tx, key));
  if (!work) return 'finished';
  const bearer = { accountId: work.account_id, signInId: null };
  const demand = {
    rank: kindOf(work.kind).rank,
    organization: true,
    writes: true,
    whilePasswordChangeRequired: false,
  };
  return asAccount(pools.api, bearer, key.organization_id, demand, async (account) => {
    const scope = account as Scope;
    if (!(await tryLockJob(scope, key.id))) return 'busy';
    const job = await selectJob(scope, key.id, delaySeconds);
    // an account that undoes the work of others may have lost the right to see it; a deleted job stops as well
    if (!job) throw new AppError('not_found');
    if (!isOpen(job)) return 'finished';
    const left = job.total_count - job.done_count;
    const finished = await workOnBatch(scope, job, delaySeconds + Math.ceil(left / PACE));
    return finished ? 'finished' : 'more';
  }).catch((error: unknown) => {
    if (error instanceof Interrupted) return 'finished';
    throw error;
  });
}

const isOpen = ({ state }: StoredJob) => state === 'running' || state === 'undoing';

type Work = Pick<StoredJob, 'kind' | 'state'> & { account_id: string };

/** The work that a job needs and the account that does it; none when it rests. */
async function selectWork(tx: Transaction, { organization_id, id }: BulkKey): Promise<Work | undefined> {
  const { rows } = await tx.execute<Work>(sql`
    select kind, state, case state when 'undoing' then undone_by else account_id end as account_id
    from bulk_jobs where organization_id = ${organization_id} and id = ${id} and state in ('running', 'undoing')
  `);
  return rows[0];
}

/**
 * Stops a job that its account may not go on with, or that fails by itself.
 *
 * @throws what passes by itself: the queue tries again
 */
export async function failed(
  { pools, log }: Pick<Working, 'pools' | 'log'>,
  key: BulkKey,
  error: unknown,
): Promise<'finished'> {
  const known = knownError(error, 'POST');
  if (known?.code === 'unavailable') throw known;
  const isRefusal = error instanceof AppError && (bulkStops as readonly string[]).includes(error.code);
  const stop_reason: BulkStop = isRefusal ? (error.code as BulkStop) : 'internal_error';
  if (!isRefusal) log.error({ bulk_job: key.id, err: error }, 'bulk work failed');
  await asWorker(pools.system, async (tx) => {
    const its = { organizationId: key.organization_id, id: key.id };
    await changeJob(tx, its, 'running', { state: 'stopped', stop_reason });
    if (await changeJob(tx, its, 'undoing', { state: 'stopped', stop_reason })) {
      await tx.execute(sql`select app.enter_public(${key.organization_id})`);
      await requeueMails(tx, key.id);
      await requeuePaymentMails(tx, key.id);
    }
  });
  return 'finished';
}

/**
 * Puts open jobs into the queue that nobody works on.
 *
 * @param all also those that had a result a moment ago: this process has just started, perhaps in place of theirs
 */
export async function resumeJobs(
  { pools, boss }: Pick<Working, 'pools' | 'boss'>,
  all: boolean,
): Promise<void> {
  const { rows } = await pools.system.query<BulkKey & Pick<Lane, 'queue'>>(
    // not those that wait for their turn in the queue
    `select organization_id, id, ${queueOf} as queue from bulk_jobs b
     where state in ('running', 'undoing') and worked_at < now() - make_interval(secs => $1) and not exists (
       select from pgboss.job j
       where j.name = ${queueOf} and j.state in ('created', 'retry') and j.start_after <= now() and j.data ->> 'id' = b.id::text
     )`,
    [all ? 0 : LOST],
  );
  for (const { queue, ...key } of rows) await boss.send(queue, key);
}
