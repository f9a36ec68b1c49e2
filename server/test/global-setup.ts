import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { type Pooler, startPooler } from './processes/pooler.ts';
import { abandonedScratch, makeScratch } from './scratch-dir.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the template database; test databases are copies of it. */
    templateUrl: string;
    /** Directory for files of tests, removed after the run. */
    dataDir: string;
    /** The PgBouncer that the application's pools go through; null when they don't. */
    pooler: Pooler | null;
  }
}

type Cluster = { templateUrl: string; dataDir: string; pooler: Pooler | null; stop(): Promise<void> };

/** Each project loads this file for itself; the process that runs them all has one cluster. */
const run = globalThis as typeof globalThis & { cluster?: { started: Promise<Cluster>; users: number } };

/** What makes the schema: this release, or the newer one in whose checks its tests are run. */
const readMigrate = (): Promise<typeof import('../src/db/migrate.ts')> =>
  import(/* @vite-ignore */ process.env.MIGRATED_BY ?? '../src/db/migrate.ts');

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.cluster ??= { started: startCluster(), users: 0 };
  const { cluster } = run;
  cluster.users += 1;
  const { templateUrl, dataDir, pooler, stop } = await cluster.started;
  project.provide('templateUrl', templateUrl);
  project.provide('dataDir', dataDir);
  project.provide('pooler', pooler);
  return async () => {
    cluster.users -= 1;
    if (cluster.users === 0) await stop();
  };
}

async function startCluster(): Promise<Cluster> {
  await removeAbandoned();
  const dir = makeScratch();
  const embedded = await startEmbedded({ dir, fast: true });
  let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;
  const stop = async () => {
    await pooler?.stop();
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const template = new URL(embedded.url);
    template.pathname = '/template';
    await ask(embedded.url, 'create database template');
    const { migrate } = await readMigrate();
    await migrate({ databaseUrl: template.href });
    // what the clock causes in a test would depend on its minute: a test that is about a scheduled job runs it
    await ask(template.href, 'delete from pgboss.schedule');
    mkdirSync(join(dir, 'data'));
    if (process.env.POOLED) pooler = await startPooler(embedded.url, join(dir, 'pooler'));
    const signIn = pooler ? { host: pooler.host, password: pooler.password } : null;
    return { templateUrl: template.href, dataDir: join(dir, 'data'), pooler: signIn, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Clusters of runs that were killed before they could stop theirs. */
async function removeAbandoned(): Promise<void> {
  for (const dir of abandonedScratch()) {
    try {
      if (existsSync(join(dir, 'cluster/data/postmaster.pid'))) {
        await (await startEmbedded({ dir, fast: true })).stop();
      }
      rmSync(dir, { recursive: true, force: true });
    } catch {
      // another account's, or another run is removing it at the same moment
    }
  }
}
