import { onTestFinished } from 'vitest';
import { createPools } from '../../src/db/connection/pools.ts';
import type { TestApp } from '../app.ts';
import { startForwarder } from '../outside/forwarder.ts';

/** Pools of a site's database for one test, of which the worker's lead through `way`, which can lose what they send. */
export async function lossyPools(site: TestApp) {
  const url = new URL(site.env.databaseSystemUrl);
  const way = await startForwarder(Number(url.port));
  url.port = String(way.port);
  const pools = createPools({ ...site.env, databaseSystemUrl: url.href });
  onTestFinished(async () => {
    await pools.close();
    await way.stop();
  });
  return { way, pools };
}
