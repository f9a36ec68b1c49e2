import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestApp } from '../app.ts';
import { clockVariables } from '../clock.ts';
import { compileCache } from '../compile-cache.ts';
import { databaseVariables } from '../database.ts';

/** The work in the background in a process of its own, which a test kills. */
export function workerToKill(site: Pick<TestApp, 'env'>, variables: Record<string, string> = {}) {
  let worker: ChildProcess | undefined;
  return {
    async start(): Promise<void> {
      worker = fork(new URL('worker-process.ts', import.meta.url), {
        execArgv: [],
        env: {
          PATH: process.env.PATH,
          ...clockVariables,
          ...compileCache,
          ...databaseVariables(site.env),
          DATA_DIR: site.env.dataDir,
          ...variables,
        },
      });
      await once(worker, 'message');
    },
    /** Ends it as a crash would. */
    async kill(): Promise<void> {
      if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
      const gone = once(worker, 'exit');
      worker.kill('SIGKILL');
      await gone;
    },
  };
}
