import type { FastifyBaseLogger } from 'fastify';
import type { Pools } from './db/connection/pools.ts';
import type { Env } from './env.ts';
import type { Network } from './files/fetch-picture.ts';
import type { Storage } from './files/stored.ts';
import type { Names } from './mail/dns/names.ts';

/** Dependencies of features besides their scope. */
export type Services = {
  env: Env;
  pools: Pools;
  /** Of uploaded files; one for a process, since a bucket's keeps connections. */
  storage: Storage;
  log?: FastifyBaseLogger;
  /** Instead of the internet, in tests. */
  network?: Network;
  /** Instead of the machine's name servers, in tests. */
  names?: Names;
  /** Folder of the built web in tests, instead of `web/dist`. */
  webFolder?: string;
};
