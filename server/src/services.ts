import type { FastifyBaseLogger } from 'fastify';
import type { Pools } from './db/pools.ts';
import type { Env } from './env.ts';
import type { Network } from './files/fetch-picture.ts';

/** What features may need beside their scope. */
export type Services = {
  env: Env;
  pools: Pools;
  log?: FastifyBaseLogger;
  /** Instead of the internet, in tests. */
  network?: Network;
};
