import { flushCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { startWorker } from '../../src/background/worker.ts';
import { createPools } from '../../src/db/connection/pools.ts';
import { readEnv } from '../../src/env.ts';
import { openStorage } from '../../src/files/storage.ts';

// the work in the background as tests run it that kill it; its configuration is the environment
process.on('disconnect', () => process.exit());
const env = readEnv(process.env, 'test');
// connections that are lost at the end are nothing to be told of
const pools = createPools(env);
const log = {
  warn: () => {},
  error: (details: object) => process.stderr.write(`${inspect(details)}\n`),
};
await startWorker({ env, pools, storage: openStorage(env) }, log);
// it is killed and keeps nothing at its end
flushCompileCache();
process.send?.('ready');
