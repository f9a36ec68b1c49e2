type Failure = Error & { query?: unknown; code?: unknown; constraint?: unknown };
type ProgramPart = {
  type: string;
  message?: string;
  code?: unknown;
  constraint?: unknown;
  stack?: string | undefined;
  cause?: ProgramPart;
};

/**
 * Extracts the loggable part of an error. Drops PostgreSQL's `detail` and `where` and the query builder's message, also from
 * the stack: they hold values, and so personal data.
 */
export function programPart(error: unknown): ProgramPart {
  if (!isFailure(error)) return { type: typeof error };
  const { name = 'Error', stack, query, code, constraint, cause } = error;
  const message = typeof query === 'string' ? `Failed query: ${query}` : error.message;
  return {
    type: name,
    message,
    code,
    constraint,
    stack: stack?.replace(error.message, () => message),
    ...(cause instanceof Error && { cause: programPart(cause) }),
  };
}

/** Also a copy, as the queue of jobs tells errors of its workers. */
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'stack' in error && 'message' in error);
