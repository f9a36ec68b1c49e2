import type { Pools } from '../db/pools.ts';
import type { Env } from '../env.ts';
import { countOrganizations } from '../features/organizations/numbers.ts';
import { removeDueOrganizations } from '../features/organizations/removal.ts';
import { openStorage } from '../files/storage.ts';
import { keepKeys } from '../identity/key-keeping.ts';
import { type Log, startMailWorker } from '../mail/worker.ts';
import { startJobs } from './boss.ts';
import { purge } from './purge.ts';

/** How long a stopping process waits for jobs that run, in milliseconds; a try to send a mail may take longer and comes again. */
const PATIENCE = 15_000;

/** Nobody waits for what the clock causes. */
const slowly = { pollingIntervalSeconds: 60 };

/** Starts the work in the background: everything that jobs and the clock cause. */
export async function startWorker(env: Env, pools: Pools, log: Log): Promise<{ stop(): Promise<void> }> {
  const boss = await startJobs(env, {
    error: (error) => log.error({ err: error }, 'job queue'),
    warning: (message) => log.warn({ warning: message }, 'job queue'),
  });
  const mail = await startMailWorker(boss, pools.system, env, log);
  const storage = openStorage(env);
  await boss.work('purge', slowly, () => purge(pools.system, storage));
  await boss.work('keys', slowly, () => keepKeys(pools.system, env.secretKeys));
  await boss.work('organization_numbers', slowly, () => countOrganizations(pools.system));
  const stopping = new AbortController();
  await boss.work('organization_removal', slowly, () =>
    removeDueOrganizations(pools.system, storage, stopping.signal),
  );
  // a new installation has numbers before the clock first comes round
  await boss.send('organization_numbers');
  return {
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: PATIENCE });
      await mail.stop();
    },
  };
}
