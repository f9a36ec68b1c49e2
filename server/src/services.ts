import type { FastifyBaseLogger } from 'fastify';
import type { Pools } from './db/pools.ts';
import type { Env } from './env.ts';

/** What features may need beside their scope. */
export type Services = { env: Env; pools: Pools; log?: FastifyBaseLogger };
