import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
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

test.each(['api', 'public', 'system'] as const)(
  'nobody of %s waits long for a row that somebody else holds, or for an answer at all',
  async (role) => {
    const { rows } = await pools[role].query(
      `select name, setting::integer from pg_settings where name in ('lock_timeout', 'statement_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'lock_timeout', setting: 5_000 },
      { name: 'statement_timeout', setting: 25_000 },
    ]);
  },
);
