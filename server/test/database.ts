import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Env, readEnv } from '../src/env.ts';

/** A migrated, otherwise empty database of one test file. */
export interface TestDatabase {
  /** Configuration for tests with the addresses of the owner and the three roles. */
  env: Env;
  /** Drops the database, ending open connections. */
  drop(): Promise<void>;
}

/**
 * Copies the template. Call it in `beforeAll`, and `drop` in `afterAll`.
 *
 * @param variables environment variables in addition to the defaults of the mode `test`.
 */
export async function createTestDatabase(variables: Record<string, string> = {}): Promise<TestDatabase> {
  const url = new URL(inject('templateUrl'));
  const template = url.pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator(`create database ${name} template ${template} strategy file_copy`);
  url.pathname = `/${name}`;
  return {
    env: readEnv({ DATA_DIR: inject('dataDir'), ...variables, DATABASE_URL: url.href }, 'test'),
    drop: () => asAdministrator(`drop database if exists ${name} with (force)`),
  };
}

async function asAdministrator(sql: string): Promise<void> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
