import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify';
import {
  begun,
  causeFields,
  currentCause,
  ended,
  isPlace,
  isRequestId,
  type Unit,
  withCause,
} from '../../cause.ts';
import { programPart } from '../../program-part.ts';

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
              const { request_id, ...its } = causeFields(currentCause());
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

/** What only machines ask, every few seconds. */
const watched = ['/healthz', '/readyz', '/metrics'];

/**
 * Logs each answer and returns its id to the caller.
 *
 * @param behindProxy whether a proxy says where a request belongs in a trace; strangers could have all of theirs kept
 */
export function registerLogs(app: FastifyInstance, behindProxy = false): void {
  const units = new WeakMap<FastifyRequest, Unit>();
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const cameWith = String((behindProxy && request.headers.traceparent) || '');
    const cause = { request_id: request.id, ...(isPlace(cameWith) && { cameWith }) };
    const unit: Unit = { kind: 'request', name: '', cause };
    units.set(request, unit);
    if (!watched.includes(request.routeOptions.url ?? '')) begun.publish(unit);
    withCause(cause, done);
  });
  // its body has come by events of the connection, which know of no request
  app.addHook('preValidation', (request, _reply, done) => withCause(units.get(request)?.cause ?? {}, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const unit = units.get(request);
    if (unit)
      ended.publish(Object.assign(unit, { name: `${method} ${route}`, end: status, failed: status >= 500 }));
    request.log.info({ method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered');
    done();
  });
}
