import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { fetchNext } from './cursor.ts';
import { createPools, type Pools } from './pools.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pools: Pools;

beforeAll(async () => {
  database = await createTestDatabase();
  pools = createPools(database.env);
});
afterAll(async () => {
  await pools.close();
  await database.drop();
});

/** A cursor of five rows inside a transaction; the fourth fails when `broken`. */
async function declared({ broken = false } = {}) {
  const client = await pools.api.connect();
  onTestFinished(() => client.release(true));
  await client.query('begin');
  await client.query(
    `declare numbers no scroll cursor for
     select n, nullif('č' || n, 'č2'), 6 / (case when $1 and n = 4 then 0 else n end) from generate_series(1, 5) n`,
    [broken],
  );
  return client;
}

test('steps along a cursor, also when several are on their way among other statements', async () => {
  const client = await declared();
  const [first, other, second, third] = await Promise.all([
    fetchNext(client, 'numbers', 2),
    client.query('select $1::integer as n', [7]),
    fetchNext(client, 'numbers', 3),
    fetchNext(client, 'numbers', 2),
  ]);
  expect(first).toEqual([
    ['1', 'č1', '6'],
    ['2', null, '3'],
  ]);
  expect(other.rows).toEqual([{ n: 7 }]);
  expect(second.map(([n]) => n)).toEqual(['3', '4', '5']);
  expect(third).toEqual([]);
  await client.query('commit');
});

test('a step that fails tells so, and so do those behind it; the connection goes on', async () => {
  const client = await declared({ broken: true });
  const steps = [2, 2, 2].map((most) => fetchNext(client, 'numbers', most));
  expect(await Promise.allSettled(steps)).toMatchObject([
    {
      status: 'fulfilled',
      value: [
        ['1', 'č1', '6'],
        ['2', null, '3'],
      ],
    },
    { status: 'rejected', reason: { code: '22012' } },
    { status: 'rejected', reason: { code: '25P02' } },
  ]);
  await client.query('rollback');
  await expect(fetchNext(client, 'numbers', 2)).rejects.toMatchObject({ code: '34000' });
  expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});
