import { randomUUID } from 'node:crypto';
import { DrizzleQueryError } from 'drizzle-orm';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';

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

type Failure = Error & { code?: unknown; constraint?: unknown };

/**
 * Of an error what is about the program. What PostgreSQL adds (`detail`, `where`), and the query builder to its message and
 * so to the stack, holds values, and so people's data.
 */
function programPart(error: Failure): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack, code, constraint, cause } = error;
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  return {
    type: name,
    message,
    code,
    constraint,
    stack: stack?.replace(error.message, () => message),
    ...(cause instanceof Error && { cause: programPart(cause) }),
  };
}

/** Logs each answer and returns its id to the caller. */
export function registerLogs(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
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
  });
}
