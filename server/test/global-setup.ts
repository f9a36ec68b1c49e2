import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { isAlive } from '../src/processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the template database; test databases are copies of it. */
    templateUrl: string;
    /** Directory for files of tests, removed after the run. */
    dataDir: string;
  }
}

const prefix = 'vpisnik-test-';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const embedded = await startEmbedded({ dir, fast: true });
  const stop = async () => {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const template = new URL(embedded.url);
    template.pathname = '/template';
    const client = new pg.Client(embedded.url);
    await client.connect();
    await client.query('create database template');
    await client.end();
    await migrate({ databaseUrl: template.href });
    project.provide('templateUrl', template.href);
    project.provide('dataDir', join(dir, 'data'));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Clusters of runs that were killed before they could stop theirs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix) && Number(name.slice(prefix.length).split('-')[0]);
    if (!pid || isAlive(pid)) continue;
    const dir = join(tmpdir(), name);
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
