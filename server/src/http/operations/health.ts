import { statfs } from 'node:fs/promises';
import client from 'prom-client';
import type { Pools } from '../../db/connection/pools.ts';

// one that a clock ahead of time has dated must not pass for the last one until that day
const lastBackup = '(select max(started_at) from backups where failure is null and started_at <= now())';
/** Mails that our mail server did not take are tried later and later, but wait all the while. */
const putOff = `(state_reason like 'server_unavailable%' and exists (select from mail_pauses where domain = '*'))`;
const waited = (since: string) => `coalesce(extract(epoch from clock_timestamp() - ${since}), 0)`;

/** Figures of an installation: name, meaning, and how the database counts it. */
const facts = [
  {
    name: 'mail_oldest_due_seconds',
    help: 'Seconds that the mail which is due for the longest time has waited; 0 while none is due',
    count: waited(
      `(select min(case when ${putOff} then created_at else send_after end) from mails
        where state in ('queued', 'sending') and (send_after <= clock_timestamp() or ${putOff}))`,
    ),
  },
  {
    name: 'job_oldest_due_seconds',
    help: 'Seconds that the job which is due for the longest time has waited; 0 while none is due',
    // the clock makes jobs of these two also where no process is told to work on them
    count: waited(
      `(select min(start_after) from pgboss.job where state < 'active' and start_after <= clock_timestamp()
        and name not in ('backup', 'report_mailbox'))`,
    ),
  },
  {
    name: 'backup_last_success_timestamp_seconds',
    help: 'Instant that the last good backup shows; 0 while there is none',
    count: `coalesce(extract(epoch from ${lastBackup}), 0)`,
  },
  {
    name: 'backup_failures_since_success',
    help: 'Backups that have failed since the last good one',
    count: `(select count(*) from backups where failure is not null and started_at > coalesce(${lastBackup}, '-infinity'))`,
  },
] as const;

const disk = {
  name: 'disk_free_bytes',
  help: 'Free bytes where the data folder is; without a value while there is none',
} as const;

const replica = [
  {
    name: 'replica_used',
    help: 'Whether this process reads from the replica: 1 or 0; without a value where none is set',
  },
  {
    name: 'replica_behind_seconds',
    help: 'Seconds that the replica is behind, as this process last saw it; without a value where that is not known',
  },
] as const;

type Name = (typeof facts)[number]['name'] | (typeof disk)['name'] | (typeof replica)[number]['name'];

/** The figures by name; null if one can't be read. */
export type Health = Record<Name, number | null>;

const reading = `select ${facts.map(({ name, count }) => `(${count})::float8 as ${name}`).join(', ')}`;
const unread = Object.fromEntries(facts.map(({ name }) => [name, null])) as Record<Name, null>;

/**
 * Reads what an operator watches: how long mails and jobs wait, how old the last backup is, what room the disk has, and how the
 * replica stands.
 *
 * @param dataDir the folder whose disk is looked at; it need not be there
 */
export async function readHealth(pools: Pick<Pools, 'system' | 'replica'>, dataDir: string): Promise<Health> {
  const [counted, free] = await Promise.all([
    pools.system.query<Health>({ name: 'read_health', text: reading }).then(
      ({ rows }) => rows[0],
      () => undefined,
    ),
    statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
  ]);
  const standing = pools.replica?.standing;
  return {
    ...unread,
    ...counted,
    disk_free_bytes: free,
    replica_used: standing ? Number(standing.used) : null,
    replica_behind_seconds: standing?.behind ?? null,
  };
}

/** The figures for Prometheus. */
export function healthGauges(registry: client.Registry): { set(health: Health): void } {
  const all = [...facts, disk, ...replica];
  const gauges = all.map(({ name, help }) => new client.Gauge({ name, help, registers: [registry] }));
  return {
    set(health) {
      for (const [at, { name }] of all.entries()) {
        const value = health[name];
        if (value === null) gauges[at]?.remove();
        else gauges[at]?.set(value);
      }
    },
  };
}
