import type { PgBoss } from 'pg-boss';
import { createApp } from './app.ts';
import { createPools } from './db/pools.ts';
import { requireReadyDatabase } from './db/ready.ts';
import type { Env } from './env.ts';
import { startJobs } from './jobs/boss.ts';

/** The application at work. */
export interface Running {
  /** Answers what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/** Opens the database, joins the job queue and listens. Starts nothing else; what it needs must run. */
export async function startApplication(env: Env): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  let report = (_error: Error): void => {};
  const pools = createPools(env, (error) => report(error));
  parts.defer(() => pools.close());
  await requireReadyDatabase(env, pools);

  let jobs: PgBoss | undefined;
  parts.defer(async () => jobs?.stop({ graceful: true, timeout: 10_000 }));
  const app = await createApp({ env, pools });
  parts.defer(() => app.close());
  report = (error) => app.log.error(error);
  jobs = await startJobs(env, { error: report, warning: (message) => app.log.warn(message) });

  await app.listen({ port: env.port, host: env.host });
  const running = parts.move();
  return { stop: () => running.disposeAsync() };
}
