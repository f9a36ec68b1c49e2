import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import type { MailPace } from './background/mail-rounds.ts';
import { startReportPort } from './background/report-port.ts';
import { startWhileWritable } from './background/while-writable.ts';
import { startWorker } from './background/worker.ts';
import { createPools } from './db/connection/pools.ts';
import { requireReadyDatabase } from './db/connection/ready.ts';
import type { Env } from './env.ts';
import { openStorage, requireReadyStorage } from './files/storage.ts';
import { returnAddresses } from './mail/returned/verp.ts';
import { readRelease } from './release.ts';
import { startCountingUse } from './watching/use.ts';

/** The application at work. */
export interface Running {
  /** Finishes open requests and jobs, then closes everything. */
  stop(): Promise<void>;
}

/** Opens the database, joins the job queue and listens. Starts nothing else; what it needs must run. */
export async function startApplication(env: Env, pace?: MailPace): Promise<Running> {
  await using parts = new AsyncDisposableStack();
  let report = (_error: Error): void => {};
  const pools = createPools(env, (error) => report(error));
  parts.defer(() => pools.close());
  await requireReadyDatabase(env, pools);

  let telemetry: { stop(): Promise<void> } | undefined;
  parts.defer(async () => telemetry?.stop());
  let use: { stop(): Promise<void> } | undefined;
  parts.defer(async () => use?.stop());
  let worker: { stop(): Promise<void> } | undefined;
  parts.defer(async () => worker?.stop());
  const storage = openStorage(env);
  const app = await createApp({ env, pools, storage });
  parts.defer(() => app.close());
  report = (error) => app.log.error(error);
  use = startCountingUse(pools.system, app.log);
  pools.replica?.watch(app.log);
  telemetry = await openTelemetry(env, app);
  await requireReadyStorage(storage, (error) => app.log.warn({ err: error }, 'storage'));
  worker = await startWorker({ env, pools, storage }, app.log, pace);
  if (env.mailBounces && env.mailBouncesPort !== undefined) {
    const addresses = returnAddresses(env.mailBounces, env.secretKeys);
    const { host, mailBouncesPort: port } = env;
    const takeReports = () => startReportPort({ pool: pools.system, addresses, host, port, log: app.log });
    // closed while the installation is read-only: mail servers come again later
    const reports = await startWhileWritable(pools.system, takeReports, app.log);
    parts.defer(() => reports.stop());
  }

  await app.listen({ port: env.port, host: env.host });
  const running = parts.move();
  return { stop: () => running.disposeAsync() };
}

/** Sends traces and metrics where that is wanted; elsewhere nothing of it is loaded. */
async function openTelemetry(env: Env, app: FastifyInstance) {
  if (!env.telemetry) return undefined;
  const { startTelemetry } = await import('./watching/telemetry.ts');
  const figures = () => app.figures();
  return startTelemetry(env.telemetry, { version: await readRelease(), figures, log: app.log });
}
