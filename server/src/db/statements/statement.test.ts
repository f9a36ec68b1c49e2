import { eq, type Placeholder } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createPools, type Pools } from '../connection/pools.ts';
import { withPreparedStatements } from '../connection/prepared.ts';
import { organizations } from '../schema.ts';
import type { Database, Transaction } from '../scope.ts';
import { derived } from './derived.ts';
import { statement, steadyStatement } from './statement.ts';

let database: TestDatabase;
let pools: Pools;
beforeAll(async () => {
  database = await createTestDatabase();
  pools = createPools(database.env);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

type Value = (name: 'name') => Placeholder;

/** Runs on one connection, and counts how often the server described columns. */
async function on(
  work: (tx: Transaction, described: () => number) => Promise<void>,
  pool: pg.Pool = pools.system,
) {
  const client = await pool.connect();
  let described = 0;
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const count = () => {
    described += 1;
  };
  connection.on('rowDescription', count);
  try {
    await client.query('begin');
    await work(
      drizzle({ client: withPreparedStatements(client) }) as Database as Transaction,
      () => described,
    );
  } finally {
    await client.query('rollback');
    connection.off('rowDescription', count);
    client.release(true);
  }
}

const add = (tx: Transaction, name: string, languages: ('sl' | 'en')[] = ['sl']) =>
  tx.insert(organizations).values({ name, owner_email: 'owner@example.com', languages });

test('a statement is written once a connection, and its columns are described once', async () => {
  let written = 0;
  const named = statement((tx, value: Value) => {
    written += 1;
    return tx
      .select({ name: organizations.name, languages: organizations.languages })
      .from(organizations)
      .where(eq(organizations.name, value('name')));
  });
  const ask = () =>
    on(async (tx, described) => {
      await add(tx, 'Ena');
      await add(tx, 'Dve', ['sl', 'en']);
      const before = described();
      expect(await named(tx, { name: 'Ena' })).toEqual([{ name: 'Ena', languages: ['sl'] }]);
      expect(await named(tx, { name: 'Dve' })).toEqual([{ name: 'Dve', languages: ['sl', 'en'] }]);
      expect(await named(tx, { name: 'Tri' })).toEqual([]);
      expect(described() - before).toBe(1);
    });
  await ask();
  await ask();
  expect(written).toBe(2);
});

test('answers of a steady statement are the same frozen array until a row changes', async () => {
  const named = steadyStatement((tx, value: Value) =>
    tx
      .select({ id: organizations.id, languages: organizations.languages })
      .from(organizations)
      .where(eq(organizations.name, value('name'))),
  );
  await on(async (tx) => {
    await add(tx, 'Zvezda');
    await add(tx, 'Zmaj');
    const first = await named(tx, { name: 'Zvezda' });
    const other = await named(tx, { name: 'Zmaj' });
    expect(other[0]?.id).not.toBe(first[0]?.id);
    expect(await named(tx, { name: 'Zvezda' })).toBe(first);
    expect(() => first[0]?.languages.push('en')).toThrow(TypeError);

    await tx
      .update(organizations)
      .set({ languages: ['sl', 'en'] })
      .where(eq(organizations.name, 'Zvezda'));
    const changed = await named(tx, { name: 'Zvezda' });
    expect(changed).toEqual([{ ...first[0], languages: ['sl', 'en'] }]);
    // one row more, one row less
    await add(tx, 'Zvezda');
    expect(await named(tx, { name: 'Zvezda' })).toHaveLength(2);
    await tx.delete(organizations).where(eq(organizations.name, 'Zvezda'));
    expect(await named(tx, { name: 'Zvezda' })).toEqual([]);
    expect(await named(tx, { name: 'Zmaj' })).toBe(other);
  });
});

test('a steady statement is still limited by the scope of its transaction', async () => {
  const all = steadyStatement((tx, value: Value) =>
    tx
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.name, value('name'))),
  );
  const owner = new pg.Pool({ connectionString: database.env.databaseUrl });
  onTestFinished(() => owner.end());
  await on(async (tx) => {
    await add(tx, 'Skrita');
    expect(await all(tx, { name: 'Skrita' })).toHaveLength(1);
    await tx.execute('set local role app_public');
    expect(await all(tx, { name: 'Skrita' })).toEqual([]);
  }, owner);
});

test('a derived value is computed again when any argument changes', () => {
  let made = 0;
  const sum = derived((rows: readonly number[], plus: number) => {
    made += 1;
    return { sum: rows.reduce((a, b) => a + b, plus) };
  });
  const rows = Object.freeze([1, 2]);
  const first = sum(rows, 1);
  expect(sum(rows, 1)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect([sum(rows, 2), sum([1, 2], 1)]).toEqual([{ sum: 5 }, { sum: 4 }]);
  expect(made).toBe(3);
});
