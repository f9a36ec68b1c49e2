import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor } from '../../src/db/embedded/embedded-account.ts';
import { findBinaries } from '../../src/db/embedded/embedded-binaries.ts';
import { run } from '../../src/db/embedded/embedded-cluster.ts';
import { findFreePorts } from '../../src/ports.ts';

/** A streaming replica of an embedded cluster, as docs/operating.md makes one. */
export type ReplicaCluster = {
  /** Address of the superuser to the database of the primary. */
  url: string;
  /** Runs a statement on it as the superuser. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Waits until it has replayed all that is committed. */
  caughtUp(): Promise<void>;
  /** Ends it as a crash does. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Makes a primary of its own of it. */
  promote(): Promise<void>;
  /** Throws away what it has and copies the primary anew. */
  copyAnew(): Promise<void>;
};

/** Runs a statement on a connection of its own. */
export async function askAt<Row extends pg.QueryResultRow>(
  address: string,
  statement: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(address);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Copies a running cluster and starts the copy as its replica.
 *
 * @param primary what was started with `replicated`, and its folder
 * @param dir a folder for the copy, in the folder of the primary so that the same account reaches it
 */
export async function startReplica(primary: { dir: string; url: string }): Promise<ReplicaCluster> {
  const from = join(primary.dir, 'cluster/data');
  const data = join(primary.dir, 'cluster/replica');
  const log = join(primary.dir, 'cluster/replica.log');
  const [port = 0] = await findFreePorts(1);
  const url = new URL(primary.url);
  url.port = String(port);
  const cluster = { account: accountFor(from), binaries: findBinaries() };
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c fsync=off`;
  const control = (...args: string[]) => run(cluster, 'pgCtl', [...args, '-w', '-D', data]);

  const copy = async () => {
    rmSync(data, { recursive: true, force: true });
    const session = new pg.Client(primary.url);
    await session.connect();
    try {
      await session.query(
        `select pg_create_physical_replication_slot('replica', true)
         where not exists (select from pg_replication_slots where slot_name = 'replica')`,
      );
      await session.query(`select pg_backup_start('replica', fast => true)`);
      const draft = `${data}-draft`;
      rmSync(draft, { recursive: true, force: true });
      cpSync(from, draft, {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => isCopied(path.slice(from.length)),
      });
      const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
      const { username, password, hostname, port: primaryPort } = new URL(primary.url);
      writeFileSync(join(draft, 'backup_label'), rows[0]?.labelfile ?? '');
      writeFileSync(join(draft, 'standby.signal'), '');
      writeFileSync(
        join(draft, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\nprimary_slot_name = 'replica'\n`,
      );
      renameSync(draft, data);
    } finally {
      await session.end();
    }
  };
  const start = () => control('start', '-l', log, '-o', options);
  const stop = () => control('stop', '-m', 'immediate');
  await copy();
  await start();
  return {
    url: url.href,
    ask: (statement, values) => askAt(url.href, statement, values),
    async caughtUp() {
      const [at] = await askAt<{ position: string }>(
        primary.url,
        'select pg_current_wal_flush_lsn()::text as position',
      );
      await askAt(
        url.href,
        `do $$ begin
           while pg_last_wal_replay_lsn() < '${at?.position}' loop perform pg_sleep(0.01); end loop;
         end $$`,
      );
    },
    stop,
    start,
    promote: () => control('promote'),
    async copyAnew() {
      await stop();
      await copy();
      await start();
    },
  };
}

/** Files that a copy must not have: of the process, and of the log that it gets by itself. */
function isCopied(path: string): boolean {
  if (['/postmaster.pid', '/postmaster.opts'].includes(path)) return false;
  return !/^\/(?:pg_wal|pg_replslot)\/./.test(path) || path === '/pg_wal/archive_status';
}
