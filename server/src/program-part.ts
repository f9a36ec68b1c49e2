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
 * Of an error what is about the program, and may be written down. What PostgreSQL adds (`detail`, `where`), and the query
 * builder to its message and so to the stack, holds values, and so people's data.
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
