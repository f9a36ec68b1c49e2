import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import type { Pools } from '../db/pools.ts';
import { robots } from './counters.ts';

/** `/healthz` (the process runs), `/readyz` (the database answers) and, with the token, `/metrics`. */
export function registerOperations(
  app: FastifyInstance,
  pools: Pools,
  metricsToken: string | undefined,
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ ok: true }));
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = await pools.system.query('select 1').then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ ok: ready });
  });

  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  registry.registerMetric(robots);
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
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!metricsToken || !isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
      return reply.code(404).send({ ok: false });
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(given: string, wanted: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}
