import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Env } from '../../src/env.ts';
import { findFreePorts } from '../../src/ports.ts';
import { clockVariables } from '../clock.ts';
import { compileCache } from '../compile-cache.ts';
import { databaseVariables } from '../database.ts';

/** Folder of this release. */
export const ours = join(import.meta.dirname, '../../..');

/** The application in a process of its own, which can be killed. */
export type AppProcess = {
  origin: string;
  /** Ends it as a crash would: nothing in it gets to tidy up. */
  kill(): Promise<void>;
  /** Ends it as an upgrade does, once what is under way is done. */
  stop(): Promise<void>;
  /** Starts it again at the same port; from now on of the release whose folder is given. */
  start(release?: string): Promise<void>;
  /** Whether it runs; false also when it has ended by itself. */
  isAlive(): boolean;
  /** What it has written to its log so far. */
  log(): string;
};

/** Starts the application with its worker on a database that is migrated. */
export async function startAppProcess(
  env: Env,
  variables: Record<string, string> = {},
  /** Folder of the release to start, if not this one. */
  release = ours,
): Promise<AppProcess> {
  const [port] = await findFreePorts(1);
  let folder = release;
  let child: ChildProcess;
  let logged = '';
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const app: AppProcess = {
    origin: `http://127.0.0.1:${port}`,
    isAlive,
    log: () => logged,
    async kill() {
      if (!isAlive()) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await gone;
      if (code !== 0) throw new Error(`The application ended with ${code}`);
    },
    async start(newer = folder) {
      folder = newer;
      child = fork(join(folder, 'server/test/app-process.ts'), {
        execArgv: [],
        env: {
          PATH: process.env.PATH,
          ...clockVariables,
          ...compileCache,
          ...databaseVariables(env),
          PORT: String(port),
          TRUST_PROXY: '127.0.0.1',
          ...variables,
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child.stdout?.on('data', (chunk) => {
        logged += chunk;
      });
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      const ended = once(child, 'exit').then(() => {
        throw new Error(`The application ended before it was ready: ${said}`);
      });
      ended.catch(() => {});
      await Promise.race([once(child, 'message'), ended]);
    },
  };
  await app.start();
  return app;
}
