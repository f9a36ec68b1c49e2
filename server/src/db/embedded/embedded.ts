import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { PlainError } from '../../plain-error.ts';
import { findFreePorts } from '../../ports.ts';
import { isAlive } from '../../processes.ts';
import { type Cluster, openCluster, run } from './embedded-cluster.ts';

/** Options of the embedded cluster. */
export interface EmbeddedOptions {
  /** Directory that holds the cluster; made when missing. */
  dir: string;
  /** TCP port on 127.0.0.1; a free one when left out. A cluster that already runs keeps the port it has. */
  port?: number;
  /** Gives up safety against power loss for speed. For tests, whose data is thrown away. */
  fast?: boolean;
  /** With `fast`: keeps a log of changes that replicas can follow. */
  replicated?: boolean;
  /** Folder of another release of the application, whose PostgreSQL starts a cluster that it has made. */
  release?: string;
}

/** A running embedded PostgreSQL. */
export interface Embedded {
  /** Connection string of the superuser `app_owner` to the database `vpisnik`. */
  url: string;
  /** Whether it was found running, left by a killed process or shared with a living one. */
  adopted: boolean;
  /** Resolves when it has ended, or let its owner go: stopped, by whomever, or crashed. */
  ended: Promise<void>;
  /** Lets go of it: the last process that uses the cluster stops it. May be called more than once. */
  stop(): Promise<void>;
}

const database = 'vpisnik';
const patience = 60_000;

/**
 * Every process that uses the cluster holds this advisory lock, shared, on one connection. Who gets it exclusively is the last one.
 * The lock goes with the connection, so a killed process leaves nothing behind to be mistaken for a living one.
 */
const inUse = 8_402_611;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
  // the log must not carry what people wrote: neither statements nor the values in an error's detail
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  // many databases that live for seconds: none grows old enough to need it
  autovacuum: 'off',
};

/** A replica hears of a commit at once, as where data is kept. */
const replicatedSettings = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' };

/**
 * Starts PostgreSQL 18 from npm's packages in `dir`, or joins the one that already runs there. Recovers what a crash left. Two
 * processes may call this for one directory at the same time: one starts it, the other joins.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = await openCluster(resolve(options.dir), options.fast ?? false, options.release);
  const deadline = Date.now() + patience;
  let adopted = true;
  let refusal: string | undefined;
  for (;;) {
    const joined = await joinRunning(cluster);
    if (joined) return using(cluster, joined, adopted);
    if (Date.now() > deadline)
      throw new PlainError(
        `PostgreSQL in ${cluster.data} did not start: ${refusal ?? 'it ended before it could be used'}`,
      );
    refusal = await tryToStart(cluster, options);
    adopted = refusal !== undefined;
    if (refusal) await pause(200);
  }
}

async function using(cluster: Cluster, joined: Joined, adopted: boolean): Promise<Embedded> {
  const { client, port, ended } = joined;
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (!rowCount) await client.query(`create database ${database}`).catch(ignoreExisting);
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://app_owner:${cluster.password}@127.0.0.1:${port}/${database}`,
    adopted,
    ended,
    stop: () => {
      stopping ??= leave(cluster, client);
      return stopping;
    },
  };
}

/** Two processes that join a new cluster together both find the database missing; 42P04 and 23505 say the other was first. */
function ignoreExisting(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error;
}

async function leave(cluster: Cluster, client: pg.Client): Promise<void> {
  let last = false;
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [inUse]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [inUse]);
    last = rows[0].last;
  } catch {
    return; // it is gone already: stopped by hand, or crashed
  }
  try {
    if (last)
      await run(cluster, 'pgCtl', ['stop', '-w', '-t', '60', '-m', 'fast', '-D', cluster.data]).catch(
        (error) => {
          // crashed at this very moment, and so leaves its file behind
          if (isRunning(cluster)) throw error;
        },
      );
  } finally {
    await client.end().catch(() => {});
  }
}

interface Joined {
  client: pg.Client;
  port: number;
  /** Resolves with the end of the connection. */
  ended: Promise<void>;
}

/** Connects to the cluster if it runs and is ours; undefined when it does not, or is just starting or stopping. */
async function joinRunning(cluster: Cluster): Promise<Joined | undefined> {
  const running = readPidFile(cluster);
  if (!running?.ready) return undefined;
  const client = new pg.Client({
    host: '127.0.0.1',
    port: running.port,
    user: 'app_owner',
    password: cluster.password,
    database: 'postgres',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // its end follows, and is what counts
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    const { rows } = await client.query('show data_directory');
    const directory = realpathSync(rows[0].data_directory);
    if (directory !== realpathSync(cluster.data)) throw new CopiedCluster(cluster, directory);
    await client.query('select pg_advisory_lock_shared($1)', [inUse]);
    return { client, port: running.port, ended };
  } catch (error) {
    await client.end().catch(() => {});
    if (error instanceof CopiedCluster) throw error;
    return undefined;
  }
}

/** A directory copied while its database ran brings along the file that names the original's process. */
class CopiedCluster extends PlainError {
  constructor(cluster: Cluster, original: string) {
    super(
      `${cluster.data} was copied or moved from ${original} while that database was running. Stop that one and copy ` +
        `again, or remove ${cluster.pidFile} if the copy is complete.`,
    );
  }
}

/** PostgreSQL's own note about its process: id, directory, start time, port, …, state in the eighth line. */
function readPidFile(cluster: Cluster): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(cluster.pidFile, 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Starts the cluster. Returns why it could not when trying again may help, and throws when it will not. */
async function tryToStart(cluster: Cluster, options: EmbeddedOptions): Promise<string | undefined> {
  forgetStranger(cluster);
  const port = options.port ?? (await findFreePorts(1))[0];
  const all = {
    ...settings,
    ...(options.fast && fastSettings),
    ...(options.replicated && replicatedSettings),
    port: String(port),
  };
  const flags = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`);
  const logged = existsSync(cluster.log) ? statSync(cluster.log).size : 0;
  const seconds = String(patience / 1000);
  const failure = await run(cluster, 'pgCtl', [
    ...['start', '-w', '-t', seconds, '-D', cluster.data, '-l', cluster.log, '-o', flags.join(' ')],
  ]).then(
    () => undefined,
    (error: Error) => error,
  );
  if (!failure) return undefined;
  const said = existsSync(cluster.log)
    ? readFileSync(cluster.log).subarray(logged).toString('utf8').trim()
    : '';
  const reason = said || failure.message;
  if (/could not bind|could not create any TCP/.test(said) && options.port !== undefined)
    throw new PlainError(`Port ${port} for the embedded PostgreSQL is taken by another program.`);
  // another process is starting it, or the processes of a crashed one are still ending
  if (/lock file|shared memory block|could not bind|could not create any TCP/.test(said)) return reason;
  throw new PlainError(`PostgreSQL in ${cluster.data} did not start: ${reason}`);
}

/**
 * After a restart of the machine the process id in the file may belong to another program, and in a container a killed process may
 * never be reaped; PostgreSQL would refuse to start beside either. Where that can be seen for certain, the file is removed;
 * PostgreSQL's check of shared memory is the second net.
 */
function forgetStranger(cluster: Cluster): void {
  const noted = readPidFile(cluster);
  // that there is no such process at all PostgreSQL sees by itself
  if (noted && isAlive(noted.pid) && !isRunning(cluster)) rmSync(cluster.pidFile, { force: true });
}

/** Whether the process that the cluster's file names lives and, where that can be seen, is a PostgreSQL. */
function isRunning(cluster: Cluster): boolean {
  const noted = readPidFile(cluster);
  if (!noted || !isAlive(noted.pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    const status = readFileSync(`/proc/${noted.pid}/status`, 'utf8');
    return /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status);
  } catch {
    return false;
  }
}
