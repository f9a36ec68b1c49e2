import type { FastifyBaseLogger } from 'fastify';
import type { Pools } from './db/pools.ts';
import type { Env } from './env.ts';
import type { Network } from './files/fetch-picture.ts';
import type { Storage } from './files/stored.ts';

/** What features may need beside their scope. */
export type Services = {
  env: Env;
  pools: Pools;
  /** Of uploaded files; one for a process, since a bucket's keeps connections. */
  storage: Storage;
  log?: FastifyBaseLogger;
  /** Instead of the internet, in tests. */
  network?: Network;
  /** Where the built web is, instead of `web/dist`, in tests. */
  webFolder?: string;
};
