import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';
import type { FactorKind } from '@vpisnik/contract/second-factor';
import type { z } from 'zod';

/** What a refusal carries beside its code. */
export type Extra = {
  errors?: FieldError[];
  current?: unknown;
  merged_into?: string;
  retry_after?: number;
  count?: number;
  second_factors?: FactorKind[];
};

/** A refusal with a stable code; `detail` is for the developer who reads the answer, the log gets the same. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: Extra;

  constructor(code: ErrorCode, extra: Extra = {}, detail?: string) {
    super(detail ?? code);
    this.name = 'AppError';
    this.code = code;
    this.extra = extra;
  }
}

/** Refuses a body with wrong values in its fields. */
export function invalidFields(errors: FieldError[]): AppError {
  return new AppError('invalid_fields', { errors });
}

/** The refusal of a change that was made on an older version, with the present row in the shape of its endpoint. */
export function editConflict(current: unknown, reply: z.ZodType): AppError {
  return new AppError('edit_conflict', { current: reply.parse(current) });
}

/**
 * Refuses a change that was made on an older version; without a version it counts whatever the row is at.
 *
 * @throws {AppError} edit_conflict
 */
export function requireVersion(
  current: { version: number },
  version: number | undefined,
  reply: z.ZodType,
): void {
  if (version !== undefined && current.version !== version) throw editConflict(current, reply);
}

/** The row, or 404 when there is none in scope. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
