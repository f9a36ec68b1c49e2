import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { programPart } from '../program-part.ts';

const requestId = /^[\w-]{8,64}$/;

/**
 * Structured logs with a request id that callers may give. A line per answer names the route's pattern: never the
 * query, ids, personal data or tokens.
 */
export function logOptions(level: string): FastifyServerOptions {
  return {
    logger:
      level === 'silent'
        ? false
        : { level, serializers: { req: () => ({}), res: () => ({}), err: programPart } as never },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = String(request.headers['x-request-id'] ?? '');
      return requestId.test(given) ? given : randomUUID();
    },
  };
}

/** Logs each answer and returns its id to the caller. */
export function registerLogs(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}
