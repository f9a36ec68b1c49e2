import { type ErrorCode, errorStatus, type Problem } from '@vpisnik/contract/rules/errors';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError, type Extra } from '../errors.ts';
import { problemOfConstraint } from './constraints.ts';
import { watchMethods } from './methods.ts';
import { pathOf } from './paths.ts';

/** Codes of Fastify itself that are the caller's fault. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** SQLSTATEs for a value that doesn't fit its column's type; only a forged cursor passes validation and gets that far. */
const unreadable = ['22P02', '22003', '22007', '22008', '22009', '22021', '22023', '22P05'];

/** Codes of a busy, full or unreachable database (deadlock, time-outs, disk, connections, restart) or pooler (08P01); retrying helps. */
const passing = [
  '40001',
  '40P01',
  '55P03',
  '57014',
  '53100',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
];
/** A write on a server that has just given its place as primary to another. */
const readOnlyServer = '25006';
/** What the driver says without a code: all connections were in use for too long, or one was lost. */
const passingMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
];

/** Sends problem+json. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, extra: Extra = {}, detail?: string) {
  const status = errorStatus[code];
  const problem: Problem = {
    type: `https://vpisnik.app/problems/${code}`,
    title: code.replaceAll('_', ' '),
    status,
    code,
    request_id: reply.request.id,
    ...(detail && detail !== code && { detail }),
    ...extra,
  };
  // the handler may already have set a long cache lifetime
  reply.header('cache-control', 'no-store');
  if (extra.retry_after !== undefined) reply.header('retry-after', extra.retry_after);
  return reply.code(status).type('application/problem+json').send(problem);
}

/** Registers the one error handler. Unknown errors are logged with the request's id and answered 500 without detail. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = knownError(error, request.method);
    if (known) {
      if (known.code === 'unavailable') request.log.error({ err: error }, 'unavailable');
      else request.log.info({ code: known.code }, 'refused');
      return sendProblem(reply, known.code, known.extra, known.message);
    }
    request.log.error({ err: error }, 'failed');
    return sendProblem(reply, 'internal_error');
  });
  const methodsOf = watchMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(pathOf(request));
    if (allowed.length === 0 || allowed.includes(request.method)) return sendProblem(reply, 'not_found');
    return sendProblem(reply.header('allow', allowed.join(', ')), 'method_not_allowed');
  });
}

/** The refusal that an error stands for, of ours, the framework's or the database's; undefined for a failure. */
export function knownError(error: unknown, method: string): AppError | undefined {
  if (error instanceof AppError) return error;
  // a query builder wraps what the driver said
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const constraint = problemOfConstraint(cause, method);
  if (constraint)
    return new AppError(constraint.code, constraint.errors ? { errors: constraint.errors } : {});
  const { code, statusCode, message } = cause as { code?: string; statusCode?: number; message?: string };
  if (code && fastifyCodes[code]) return new AppError(fastifyCodes[code]);
  if (code && unreadable.includes(code)) return new AppError('invalid_request');
  if (code === readOnlyServer && method !== 'GET') return new AppError('unavailable', { retry_after: 5 });
  if ((code && passing.includes(code)) || (message && passingMessages.includes(message)))
    return new AppError('unavailable', { retry_after: 5 });
  if (statusCode === 503) return new AppError('unavailable');
  if (statusCode === 429) return new AppError('rate_limited');
  if (statusCode && statusCode >= 400 && statusCode < 500) return new AppError('invalid_request');
  return undefined;
}
