import type { Pools } from '../db/pools.ts';
import type { Env } from '../env.ts';
import { openStorage } from '../files/storage.ts';
import { type Log, startMailWorker } from '../mail/worker.ts';
import { startJobs } from './boss.ts';
import { purge } from './purge.ts';

/** How long a stopping process waits for jobs that run, in milliseconds; a try to send a mail may take longer and comes again. */
const PATIENCE = 15_000;

/** Starts the work in the background: everything that jobs and the clock cause. */
export async function startWorker(env: Env, pools: Pools, log: Log): Promise<{ stop(): Promise<void> }> {
  const boss = await startJobs(env, {
    error: (error) => log.error({ err: error }, 'job queue'),
    warning: (message) => log.warn({ warning: message }, 'job queue'),
  });
  const mail = await startMailWorker(boss, pools.system, env, log);
  const storage = openStorage(env.filesUrl);
  await boss.work('purge', { pollingIntervalSeconds: 60 }, () => purge(pools.system, storage));
  return {
    stop: async () => {
      await boss.stop({ graceful: true, timeout: PATIENCE });
      await mail.stop();
    },
  };
}
