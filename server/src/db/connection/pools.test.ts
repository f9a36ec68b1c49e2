import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { connectOwner } from './connect-owner.ts';
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
  'connections of %s limit waits for a lock, a statement and the rest of a transaction',
  async (role) => {
    const { rows } = await pools[role].query(
      `select name, setting::integer from pg_settings
       where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: 30_000 },
      { name: 'lock_timeout', setting: 5_000 },
      { name: 'statement_timeout', setting: 25_000 },
    ]);
  },
);

test.each(['api', 'public', 'system'] as const)(
  'a connection of %s that is lost in use fails its statement only',
  async (role) => {
    const client = await pools[role].connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = expect(client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
    const owner = new pg.Client({ connectionString: database.env.databaseUrl });
    await owner.connect();
    await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await owner.end();
    await lost;
    // the event follows the error by a turn
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await pools[role].query('select 1')).rowCount).toBe(1);
  },
);

test('connections ask a silent machine whether it is still there', async () => {
  const asked = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => asked.mockRestore());
  const own = createPools(database.env);
  await own.system.query('select 1');
  await own.close();
  await (await connectOwner(database.env.databaseUrl)).end();
  expect(asked.mock.calls).toEqual([
    [true, 60_000],
    [true, 60_000],
  ]);
});
