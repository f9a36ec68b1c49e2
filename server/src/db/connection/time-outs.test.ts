import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { keepTimeOuts, missingTimeOuts } from './time-outs.ts';

const role = `limited_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
let owner: pg.Client;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.env.databaseUrl);
  await owner.connect();
  await owner.query(`create role ${role} login password 'its own'`);
  const address = new URL(database.env.databaseUrl);
  address.username = role;
  address.password = 'its own';
  url = address.href;
});
afterAll(async () => {
  await owner.query(`drop role ${role}`);
  await owner.end();
  await database.drop();
});

/** What a connection of the role has that asks for no limits of its own. */
async function withConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const settings = async () =>
  (await owner.query('select rolconfig from pg_roles where rolname = $1', [role])).rows[0]?.rolconfig;

test('a role without rights sets its own limits, which hold from its next connection on', async () => {
  expect(await withConnection(missingTimeOuts)).toEqual([
    'idle_in_transaction_session_timeout',
    'lock_timeout',
    'statement_timeout',
  ]);
  // as two processes that migrate do
  await Promise.all([keepTimeOuts(url), keepTimeOuts(url)]);
  expect(await withConnection(missingTimeOuts)).toEqual([]);
  expect((await settings()).sort()).toEqual([
    'idle_in_transaction_session_timeout=30000',
    'lock_timeout=5000',
    'statement_timeout=25000',
  ]);
});

test('stricter limits of an administrator stay; looser ones and none are replaced', async () => {
  await owner.query(`alter role ${role} set lock_timeout = '2s'`);
  await owner.query(`alter role ${role} set statement_timeout = '2min'`);
  await owner.query(`alter role ${role} set idle_in_transaction_session_timeout = 0`);
  await keepTimeOuts(url);
  expect((await settings()).sort()).toEqual([
    'idle_in_transaction_session_timeout=30000',
    'lock_timeout=2s',
    'statement_timeout=25000',
  ]);
});
