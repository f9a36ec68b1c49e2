import type pg from 'pg';
import { currentCause, storedCause } from '../../cause.ts';
import { presentReading } from '../replica/reading.ts';
import { type Need, type Replica, replicaOf } from '../replica/replica.ts';
import { connectInShare } from './shares.ts';
import { type KindOfWork, limitsOf } from './time-outs.ts';
import { type Held, holdBy, transactions } from './watched-client.ts';

/** Runs the last statement of a transaction, sent by the time `statement` returns; nothing of the scope may be used after it. */
export type RunLast = <T>(statement: () => Promise<T>) => Promise<T>;

type Asked = {
  /** Whether it writes; a trial may, and ends by ROLLBACK. */
  access: boolean | 'snapshot' | 'trial';
  /** What it is for; by itself what causes it, a job or a request of staff. */
  kind?: KindOfWork | undefined;
  /** Whose share of the connections it takes. */
  whose?: string;
};

/** Ends work that began with a guess which the database has refuted: no replica did anything wrong. */
export class WrongGuess extends Error {}

type Work<T> = (client: pg.PoolClient, runLast: RunLast, held: Held) => Promise<T>;

/**
 * Runs `work` in one transaction: where the database has a replica and a request only reads, on that one first. What the replica
 * doesn't answer, for whatever reason, the primary answers by doing `work` anew.
 */
export function inTransaction<T>(pool: pg.Pool, asked: Asked, work: Work<T>): Promise<T> {
  const replicated = replicaOf(pool);
  return replicated ? inReplicated(replicated, pool, asked, work) : transact(pool, asked, work);
}

async function inReplicated<T>(
  { replica, copy }: { replica: Replica; copy?: pg.Pool },
  pool: pg.Pool,
  asked: Asked,
  work: Work<T>,
): Promise<T> {
  const reading = presentReading();
  const reads = asked.access === false || asked.access === 'snapshot';
  const need = reads && copy && reading && (await replica.needOf(reading));
  if (need) {
    try {
      const result = await transact(copy, asked, work, need);
      replica.answered();
      return result;
    } catch (error) {
      if (error instanceof WrongGuess || !replica.leavesToPrimary(error)) throw error;
    }
  }
  try {
    return await transact(pool, asked, work);
  } finally {
    if (asked.access === true) reading?.wrote();
    else reading?.sawPrimary();
  }
}

/**
 * BEGIN travels with the first statement (the pools pipeline); a read doesn't wait for COMMIT, a write does. The last
 * statement may take COMMIT along: a lock that it gets is then held while the database works, and not until this
 * process has read the answer, which in a rush is many times as long. Where that statement fails, COMMIT rolls back. What a
 * replica needs to have replayed is confirmed along with the first statement, and before it where the work could hand
 * something out meanwhile.
 */
async function transact<T>(
  pool: pg.Pool,
  { access, kind = currentCause()?.queue === undefined ? 'staff' : 'job', whose }: Asked,
  work: Work<T>,
  need?: Need,
): Promise<T> {
  const writes = access === true;
  const { client, leave } = await connectInShare(pool, whose);
  const began = performance.now();
  const held: Held = {
    ...{ kind, organizationId: undefined, cause: currentCause() },
    ...{ began: performance.timeOrigin + began, ms: 0 },
  };
  holdBy(client, held);
  const release = (error?: Error) => {
    holdBy(client, undefined);
    client.release(error);
    leave();
    held.ms = performance.now() - began;
    transactions.publish(held);
  };
  const begun = client.query(beginning(access, kind));
  begun.catch(() => {});
  const commit = () =>
    client.query(access === 'trial' ? 'rollback' : 'commit').then(
      () => release(),
      (error: Error) => {
        release(error);
        throw error;
      },
    );
  let committed: Promise<void> | undefined;
  const runLast: RunLast = async (statement) => {
    const answer = statement();
    committed = commit();
    committed.catch(() => {});
    const its = await answer;
    await committed;
    return its;
  };
  let result: T;
  try {
    const confirmed = need?.confirm(client);
    confirmed?.catch(() => {});
    if (need && (!need.isLikelyMet || access === 'snapshot')) await confirmed;
    result = await work(client, runLast, held);
    await begun;
    await confirmed;
  } catch (error) {
    if (committed) {
      await committed.catch(() => {});
      throw error;
    }
    await client.query('rollback').then(() => release(), release);
    throw error;
  }
  committed ??= commit();
  if (writes) await committed;
  else committed.catch(() => {});
  return result;
}

/** SQL that begins a transaction: with the limits of its kind, and the cause of the rows and jobs that it writes. */
function beginning(access: Asked['access'], kind: KindOfWork): string {
  const isolation = access === 'snapshot' ? ' isolation level repeatable read' : '';
  const mode = access === true || access === 'trial' ? '' : ' read only';
  const cause = access === true ? storedCause() : undefined;
  return `begin${isolation}${mode}${limitsOf[kind]}${cause ? `; set local app.cause = '${cause}'` : ''}`;
}
