import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import { type Doing, doing, isRequestId, whileDoing } from '../doing.ts';
import { programPart } from '../program-part.ts';

/**
 * Structured logs. Each line has the id of the request that caused it, which callers may give, and that of the job. A line per
 * answer names the route's pattern: never the query, ids, personal data or tokens.
 */
export function logOptions(level: string): FastifyServerOptions {
  return {
    logger:
      level === 'silent'
        ? false
        : {
            level,
            serializers: { req: () => ({}), res: () => ({}), err: programPart } as never,
            // a request's own logger has its id already
            mixin: (_line, _level, logger) => {
              const { request_id, ...its } = doing() ?? {};
              return request_id === undefined || 'request_id' in logger.bindings()
                ? its
                : { request_id, ...its };
            },
          },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: (request) => {
      const given = String(request.headers['x-request-id'] ?? '');
      return isRequestId(given) ? given : randomUUID();
    },
  };
}

/** Logs each answer and returns its id to the caller. */
export function registerLogs(app: FastifyInstance): void {
  const all = new WeakMap<FastifyRequest, Doing>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const its = { request_id: request.id };
    all.set(request, its);
    whileDoing(its, done);
  });
  // its body has come by events of the connection, which know of no request
  app.addHook('preValidation', (request, _reply, done) => whileDoing(all.get(request) ?? {}, done));
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
