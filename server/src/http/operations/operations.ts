import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import client from 'prom-client';
import type { Pools } from '../../db/connection/pools.ts';
import { countWaiting } from '../../db/connection/shares.ts';
import { replicaReads } from '../../db/replica/replica.ts';
import type { Env } from '../../env.ts';
import { robots } from './counters.ts';
import { healthGauges, readHealth } from './health.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` tells at the moment. */
    figures(): ReturnType<client.Registry['getMetricsAsJSON']>;
  }
}

/**
 * `/healthz` (the process runs), `/readyz` (the database answers, and the process is not about to end) and, with the token, `/metrics`. With the token `/readyz` also
 * has the figures that an operator watches: none of them makes the process unable to answer.
 */
export function registerOperations(
  app: FastifyInstance,
  pools: Pools,
  { metricsToken, dataDir, isClosing }: Pick<Env, 'metricsToken' | 'dataDir'> & { isClosing: () => boolean },
): void {
  const isOperator = ({ headers }: FastifyRequest) =>
    metricsToken !== undefined && isSame(headers.authorization ?? '', `Bearer ${metricsToken}`);
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { logLevel: 'silent' }, async (request, reply) => {
    const ready = await pools.system.query('select 1').then(
      () => true,
      () => false,
    );
    const figures = isOperator(request) ? await readHealth(pools, dataDir) : {};
    const ok = ready && !isClosing();
    return reply.code(ok ? 200 : 503).send({ ok, ...figures });
  });

  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  registry.registerMetric(robots);
  registry.registerMetric(replicaReads);
  const gauges = healthGauges(registry);
  new client.Gauge({
    name: 'db_connections',
    help: 'Connections to the database by pool: idle, busy, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      const { api, public: visitors, system, replica } = pools;
      const all = {
        ...{ api, public: visitors, system },
        ...(replica && { replica_api: replica.api, replica_public: replica.public }),
      };
      for (const [pool, its] of Object.entries(all)) {
        const { totalCount, idleCount, waitingCount } = its;
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'waited_for' }, waitingCount + countWaiting(its));
      }
    },
  });
  const durations = new client.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.addHook('onClose', async () => registry.clear());
  const readGauges = async () => gauges.set(await readHealth(pools, dataDir));
  app.decorate('figures', async () => {
    await readGauges();
    return registry.getMetricsAsJSON();
  });
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isOperator(request)) return reply.code(404).send({ ok: false });
    await readGauges();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(given: string, wanted: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}
