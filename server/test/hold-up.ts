import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** Locks a table, so that every transaction that reads or writes it waits until `release`. */
export async function holdUp(site: TestApp, table: string) {
  const client = await site.owner.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    waiting: (count: number) => waitingForLocks(site, count),
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

/** Resolves when so many statements wait for a lock. */
export async function waitingForLocks(site: TestApp, count: number): Promise<void> {
  await until(async () => {
    const rows = await site.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(count);
  });
}
