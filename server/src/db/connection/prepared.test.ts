import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { readEnv } from '../../env.ts';
import type { Database, Transaction } from '../scope.ts';
import { createPools, type Pools } from './pools.ts';
import { withPreparedStatements } from './prepared.ts';

let database: TestDatabase;
let pools: Pools;
beforeAll(async () => {
  database = await createTestDatabase();
  // past a pooler, which has statements of its own on the connections that it shares out
  pools = createPools(readEnv({ DATABASE_URL: database.env.databaseUrl }, 'test'));
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

/** Runs on one connection, and tells which statements it has prepared by then. */
async function on(pool: keyof Omit<Pools, 'close' | 'replica'>, work: (tx: Transaction) => Promise<unknown>) {
  const client = await pools[pool].connect();
  try {
    const result = await work(drizzle({ client: withPreparedStatements(client) }) as Database as Transaction);
    const { rows } = await client.query<{ statement: string; calls: number }>(
      'select statement, (generic_plans + custom_plans)::integer as calls from pg_prepared_statements',
    );
    return { result, prepared: rows };
  } finally {
    client.release(true);
  }
}

test.each(['api', 'system'] as const)(
  'a question is planned once and asked many times over %s',
  async (pool) => {
    const { result, prepared } = await on(pool, async (tx) => {
      const answers = [];
      for (const value of [1, 2, 3])
        answers.push((await tx.execute<{ is: number }>(sql`select ${value}::integer as is`)).rows[0]?.is);
      return answers;
    });
    expect(result).toEqual([1, 2, 3]);
    expect(prepared).toEqual([{ statement: 'select $1::integer as is', calls: 3 }]);
  },
);

test('searches and long lists are planned anew', async () => {
  const list = sql.join(
    Array.from({ length: 31 }, (_, at) => sql`${at}`),
    sql`, `,
  );
  const { prepared } = await on('api', async (tx) => {
    await tx.execute(sql`select 'Ana' like ${'A%'}`);
    await tx.execute(sql`select '7' in (${list})`);
  });
  expect(prepared).toEqual([]);
});

test('however many statements came before, new ones are planned once, and the oldest make room', async () => {
  const { result, prepared } = await on('api', async (tx) => {
    const usual = () => tx.execute<{ is: number }>(sql`select ${1}::integer as is`);
    await usual();
    for (let at = 0; at < 600; at += 1) await tx.execute(sql.raw(`select ${at} as "seldom ${at}"`));
    await usual();
    return (await usual()).rows;
  });
  expect(result).toEqual([{ is: 1 }]);
  expect(prepared).toHaveLength(500);
  expect(prepared).toContainEqual({ statement: 'select $1::integer as is', calls: 2 });
});

test('a statement that failed can be asked again', async () => {
  const { result } = await on('api', async (tx) => {
    const ask = (value: string) => tx.execute<{ is: number }>(sql`select ${value}::text::integer as is`);
    await expect(ask('seven')).rejects.toThrow();
    return (await ask('7')).rows;
  });
  expect(result).toEqual([{ is: 7 }]);
});
