import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Env, readEnv } from '../src/env.ts';
import { pooledVariables } from './processes/pooler.ts';

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
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const client = await connectAdministrator();
  try {
    // let go of with the connection
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** The connection that this process makes and drops databases by: a connection costs as much as copying the template. */
let administrator: Promise<pg.Client> | undefined;

async function asAdministrator(sql: string) {
  // the cluster may stop before this process does
  const forget = () => {
    administrator = undefined;
  };
  administrator ??= connectAdministrator().then((client) => client.on('error', forget));
  // one that could not be made is made anew the next time
  administrator.catch(forget);
  return (await administrator).query(sql);
}

async function connectAdministrator(): Promise<pg.Client> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  return client;
}
