import type { Socket } from 'node:net';
import type { replicaUnused } from '@vpisnik/contract/platform-health';
import type pg from 'pg';
import client from 'prom-client';
import { AppError } from '../../errors.ts';
import { atAddress } from '../at-address.ts';
import { openPool } from '../connection/open-pool.ts';
import { ask } from '../connection/prepared.ts';
import { missingTimeOuts } from '../connection/time-outs.ts';
import { furthest, inBytes, type Position, START } from './position.ts';
import { Progress } from './progress.ts';
import type { Reading } from './reading.ts';

/** Milliseconds between two looks at primary and replica, and in which each must answer one. */
const PAUSE = 1_000;
const PATIENCE = 5_000;
/** Milliseconds that a read waits for a connection to the replica: the primary is there, too. */
const TURN = 2_000;

/** Why no read goes to the replica. */
export type Unused = (typeof replicaUnused)[number];

/** Whether reads go to the replica, and how many seconds it is behind; null where that is not known. */
export type Standing =
  | { used: true; behind: number }
  | { used: false; because: Unused; behind: number | null };

/** Reasons as the log has them, and a start that fails. */
export const unusedBecause: Record<Unused, string> = {
  unknown: 'nothing is known of it yet',
  unreachable: 'it does not answer, or does not let us in',
  another_database: 'it is no replica of the database that the other addresses lead to',
  promoted: 'it takes changes of its own and follows no primary any more',
  earlier_primary: 'it still follows the primary that was there before this one',
  behind: 'it is further behind than DATABASE_REPLICA_MAX_LAG allows',
  without_limits:
    'a pooler in between withholds time-outs from PostgreSQL; run npm run db:migrate, then restart the pooler',
};

/** Reads that were sent to the replica, by what came of them. */
export const replicaReads = new client.Counter({
  name: 'replica_reads_total',
  help: 'Reads sent to the replica: answered, or then answered by the primary, because it was behind, refused the read or failed',
  labelNames: ['outcome'] as const,
  registers: [],
});

type Log = { info(said: object, message: string): void; warn(said: object, message: string): void };
const silent: Log = { info: () => {}, warn: () => {} };

type Addresses = { databaseApiUrl: string; databasePublicUrl: string; url: string; maxLag: number };
type Primary = { api: pg.Pool; public: pg.Pool; system: pg.Pool };

const database = `(select oid from pg_database where datname = current_database())::text as database`;
/**
 * What is written to the log's file reaches a replica by itself. What is only in memory may stay there for long while the
 * primary rests, but for commits, which are in the file by the time that they are told, unless the server is set otherwise.
 */
const here = {
  name: 'primary_position',
  text: `select ${inBytes(
    `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`,
  )} as position`,
};
const lookAtPrimary = `select ${inBytes('pg_current_wal_flush_lsn()')} as position, system_identifier::text as cluster, ${database},
    ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline
  from pg_control_system()`;
/** Its timeline is that of the last change of primaries that it has replayed. */
const lookAtReplica = `select coalesce(${inBytes('pg_last_wal_replay_lsn()')}, '0') as position, system_identifier::text as cluster, ${database},
    greatest(timeline_id, min_recovery_end_timeline) as timeline, pg_is_in_recovery() as follows
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;
const replayed = {
  name: 'replayed',
  text: `select pg_is_in_recovery() as follows, coalesce(${inBytes('pg_last_wal_replay_lsn()')}, '0') as position`,
};

type Look = { position: string; cluster: string; database: string; timeline: number };
type LookAtReplica = Look & { follows: boolean };

/** A replica that has not replayed what a read must know, or replays no more. */
class NotReplayed extends Error {}

const replicated = new WeakMap<pg.Pool, { replica: Replica; copy?: pg.Pool }>();

/** The replica of a pool's database, and the pool of the same role there, if that role reads from it. */
export function replicaOf(pool: pg.Pool) {
  return replicated.get(pool);
}

/**
 * A streaming replica of the database. Looks again and again at primary and replica, and says for each read whether it may go
 * there. That is confirmed in the read's own transaction, so it holds whichever server answers at the address.
 */
export class Replica {
  readonly api: pg.Pool;
  readonly public: pg.Pool;
  readonly #primary: Primary;
  /** One connection each to the two servers, which no read holds. */
  readonly #watched: { primary: pg.Pool; replica: pg.Pool };
  readonly #sockets = new Set<Socket>();
  readonly #progress: Progress;
  #standing: Standing = { used: false, because: 'unknown', behind: null };
  #cluster: Pick<Look, 'cluster' | 'database' | 'timeline'> | undefined;
  /** The furthest that the replica is known to have replayed. */
  #replayed: Position = START;
  #looking: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnding = false;
  #log = silent;
  /** Seconds that it may be behind. */
  readonly maxLag: number;

  constructor({ databaseApiUrl, databasePublicUrl, url, maxLag }: Addresses, primary: Primary) {
    const onSocket = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    };
    // that it is lost is seen at the next look
    const heard = { onError: () => void this.look(), onSocket };
    const reads = { connectionTimeoutMillis: TURN };
    const looks = { max: 1, query_timeout: PATIENCE, connectionTimeoutMillis: PATIENCE };
    this.api = openPool(atAddress(databaseApiUrl, url), heard, reads);
    this.public = openPool(atAddress(databasePublicUrl, url), heard, reads);
    this.#watched = {
      primary: openPool(databasePublicUrl, { onError: () => {} }, looks),
      replica: openPool(atAddress(databasePublicUrl, url), { onError: () => {} }, looks),
    };
    this.#primary = primary;
    this.#progress = new Progress(maxLag * 1000);
    this.maxLag = maxLag;
    replicated.set(primary.api, { replica: this, copy: this.api });
    replicated.set(primary.public, { replica: this, copy: this.public });
    replicated.set(primary.system, { replica: this });
  }

  /** How it stands, as of the last look. */
  get standing(): Standing {
    return this.#standing;
  }

  /** Looks again and again from now on, and tells the log when something changes. */
  watch(log: Log): void {
    this.#log = log;
    this.#tell();
    const again = () => {
      if (this.#isEnding) return;
      this.#timer = setTimeout(() => void this.look().then(again), PAUSE);
    };
    again();
  }

  /** Looks at both servers; the look has begun after this was called. */
  look(): Promise<void> {
    this.#next ??= this.#looking.then(() => {
      this.#next = undefined;
      this.#looking = this.#isEnding ? Promise.resolve() : this.#lookOnce();
      return this.#looking;
    });
    return this.#next;
  }

  async #lookOnce(): Promise<void> {
    const [primary, replica] = await Promise.all([
      lookWith<Look>(this.#watched.primary, lookAtPrimary),
      lookWith<LookAtReplica>(this.#watched.replica, lookAtReplica),
    ]);
    const now = performance.now();
    // one that does not answer may have stopped for a moment: what was known of it counts
    if (primary) {
      this.#cluster = primary;
      this.#progress.note(BigInt(primary.position), now);
    }
    const before = this.#standing;
    this.#standing = await this.#judge(replica, now);
    if (!this.#standing.used && this.#standing.because === 'unreachable') this.#cutOff();
    if (causeOf(before) !== causeOf(this.#standing)) this.#tell();
  }

  async #judge(replica: LookAtReplica | undefined, now: number): Promise<Standing> {
    const unused = (because: Unused, behind: number | null = null): Standing => ({
      ...{ used: false, because, behind },
    });
    if (!replica) return unused('unreachable');
    const its = this.#cluster;
    const floor = this.#progress.floor(now);
    if (!its || floor === undefined) return unused('unknown');
    if (replica.cluster !== its.cluster || replica.database !== its.database)
      return unused('another_database');
    if (!replica.follows) return unused('promoted');
    this.#replayed = BigInt(replica.position);
    const behind = this.#progress.behind(this.#replayed, now) / 1000;
    // it may know changes that the present primary has lost, and is no less far for it
    if (replica.timeline < its.timeline) return unused('earlier_primary');
    if (this.#replayed < floor) return unused('behind', behind);
    if (!this.#standing.used && (await this.#lacksLimits())) return unused('without_limits', behind);
    return { used: true, behind };
  }

  /** Whether a role would wait on the replica without limits; true also where it is not let in. */
  async #lacksLimits(): Promise<boolean> {
    const missing = await Promise.all([this.api, this.public].map(missingTimeOuts)).catch(() => [['all']]);
    return missing.flat().length > 0;
  }

  /** Ends what waits for a server that answers no more, so that the primary answers it. */
  #cutOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #tell(): void {
    const standing = this.#standing;
    if (standing.used) this.#log.info({ replica: standing }, 'The replica is used');
    else this.#log.warn({ replica: standing }, `The replica is not used: ${unusedBecause[standing.because]}`);
  }

  /** What a read of a request needs the replica to have replayed; undefined where it goes to the primary at once. */
  async needOf(reading: Reading): Promise<Need | undefined> {
    if (!this.#standing.used || !reading.onlyReads) return undefined;
    const floor = this.#progress.floor(performance.now());
    const position = await reading.settle(() => this.primaryPosition()).catch(() => undefined);
    if (floor === undefined || position === undefined) return undefined;
    const needed = furthest(floor, position);
    return { isLikelyMet: needed <= this.#replayed, confirm: (client) => this.#confirm(client, needed) };
  }

  async #confirm(client: pg.PoolClient, needed: Position): Promise<void> {
    const { rows } = await ask<{ follows: boolean; position: string }>(client, replayed, []);
    const [its] = rows;
    if (!its?.follows) {
      void this.look();
      throw new NotReplayed('The replica has been promoted');
    }
    this.#replayed = BigInt(its.position);
    if (this.#replayed < needed) throw new NotReplayed('The replica is behind');
  }

  /** Counts what the replica has answered. */
  answered(): void {
    replicaReads.inc({ outcome: 'answered' });
  }

  /** Whether the primary is to answer what the replica has not; it refuses nothing by itself, since it may not know yet. */
  leavesToPrimary(error: unknown): boolean {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const { code, name } = cause as { code?: string; name?: string };
    // what took too long here would take too long there, and nobody waits for what was broken off
    if (code === '57014' || name === 'AbortError') return false;
    if (error instanceof NotReplayed) replicaReads.inc({ outcome: 'behind' });
    else if (error instanceof AppError) replicaReads.inc({ outcome: 'refused' });
    else {
      replicaReads.inc({ outcome: 'failed' });
      this.#log.warn({ err: error }, 'A read failed on the replica, and the primary is asked');
      void this.look();
    }
    return true;
  }

  /** Where the primary is now. */
  async primaryPosition(): Promise<Position> {
    const { rows } = await this.#primary.system.query<{ position: string }>(here);
    if (!rows[0]) throw new Error('The primary did not say where it is');
    return BigInt(rows[0].position);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    await this.#looking;
    // nothing is left that waits for it, but connections of a server that is gone don't end by themselves
    if (!this.#standing.used) this.#cutOff();
    const { primary, replica } = this.#watched;
    await Promise.all([this.api, this.public, primary, replica].map((pool) => pool.end()));
  }
}

const causeOf = (standing: Standing): Unused | null => (standing.used ? null : standing.because);

/** What a transaction on the replica must make sure of. */
export type Need = {
  /** Whether the replica is known to have replayed enough; then the read need not wait for the confirmation. */
  isLikelyMet: boolean;
  /** Rejects unless the server at the other end has replayed enough. */
  confirm(client: pg.PoolClient): Promise<void>;
};

async function lookWith<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
): Promise<Row | undefined> {
  return pool.query<Row>(text).then(
    ({ rows }) => rows[0],
    () => undefined,
  );
}
