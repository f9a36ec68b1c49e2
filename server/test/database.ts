import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Env, readEnv } from '../src/env.ts';
import { pooledVariables } from './pooler.ts';

/** A migrated, otherwise empty database of one test file. */
export interface TestDatabase {
  /** Configuration for tests with the addresses of the owner and the three roles. */
  env: Env;
  /** Drops the database, ending open connections. */
  drop(): Promise<unknown>;
}

/**
 * Copies the template. Call it in `beforeAll`, and `drop` in `afterAll`.
 *
 * @param variables environment variables in addition to the defaults of the mode `test`.
 */
export async function createTestDatabase(variables: Record<string, string> = {}): Promise<TestDatabase> {
  return createDatabase(variables, new URL(inject('templateUrl')).pathname.slice(1));
}

/** An empty database, as a restore goes into. */
export async function createEmptyDatabase(variables: Record<string, string> = {}): Promise<TestDatabase> {
  return createDatabase(variables, 'template0');
}

async function createDatabase(variables: Record<string, string>, template: string): Promise<TestDatabase> {
  const url = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`);
  url.pathname = `/${name}`;
  const pooler = inject('pooler');
  const addresses = { ...(pooler && pooledVariables(pooler, name)), DATABASE_URL: url.href };
  return {
    env: readEnv({ DATA_DIR: inject('dataDir'), ...variables, ...addresses }, 'test'),
    drop: () => asAdministrator(`drop database if exists ${name} with (force)`),
  };
}

/** Addresses of a database as a process of its own reads them. */
export const databaseVariables = (env: Env) => ({
  DATABASE_URL: env.databaseUrl,
  DATABASE_API_URL: env.databaseApiUrl,
  DATABASE_PUBLIC_URL: env.databasePublicUrl,
  DATABASE_SYSTEM_URL: env.databaseSystemUrl,
});

/** Any number will do; the server's tests alone use the cluster. */
const LOCK = 7_364_203;

/** Does work for all files of the run while no other of its processes does any. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return withAdministrator(async (client) => {
    // let go of with the connection
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return work();
  });
}

const asAdministrator = (sql: string) => withAdministrator((client) => client.query(sql));

async function withAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
