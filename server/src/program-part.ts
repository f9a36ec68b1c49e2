import { DrizzleQueryError } from 'drizzle-orm';

type Failure = Error & { code?: unknown; constraint?: unknown };
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
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, stack, code, constraint, cause } = error as Failure;
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
