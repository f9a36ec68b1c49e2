import { createApp } from '../../server/src/app.ts';
import { startWorker } from '../../server/src/background/worker.ts';
import { createPools } from '../../server/src/db/connection/pools.ts';
import { readEnv } from '../../server/src/env.ts';
import { openStorage } from '../../server/src/files/storage.ts';
import { answerParent } from './serve.ts';

// the application as `startApplication` composes it, on a free port and without the worker where only answers are measured
const env = readEnv(process.env, 'test');
const pools = createPools(env);
const services = { env, pools, storage: openStorage(env) };
const app = await createApp(services);
await pools.replica?.look();
pools.replica?.watch(app.log);
const worker = process.env.WORKER ? await startWorker(services, app.log) : undefined;

async function listen(): Promise<number> {
  const address = await app.listen({ port: process.env.PORT ? env.port : 0, host: '127.0.0.1' });
  return Number(new URL(address).port);
}

answerParent(listen(), async () => {
  await app.close();
  await worker?.stop();
  await pools.close();
});
