import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('each address signs in as its role, and none of the three may do what the owner may', async () => {
  const { env } = database;
  const sql = `select current_user::text as role, rolsuper or rolbypassrls as mighty from pg_roles where rolname = current_user`;
  expect(await ask(env.databaseApiUrl, sql)).toEqual([{ role: 'app_api', mighty: false }]);
  expect(await ask(env.databasePublicUrl, sql)).toEqual([{ role: 'app_public', mighty: false }]);
  expect(await ask(env.databaseSystemUrl, sql)).toEqual([{ role: 'app_system', mighty: false }]);
});

test('files get databases of their own', async () => {
  const other = await createTestDatabase();
  await ask(database.env.databaseUrl, 'create table only_here ()');
  expect(await ask(other.env.databaseUrl, `select to_regclass('only_here') as found`)).toEqual([
    { found: null },
  ]);
  await other.drop();
  await expect(ask(other.env.databaseUrl, 'select 1')).rejects.toThrow('does not exist');
});
