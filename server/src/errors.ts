import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';
import type { FactorKind } from '@vpisnik/contract/second-factor';

/** What a refusal carries beside its code. */
export type Extra = {
  errors?: FieldError[];
  current?: unknown;
  retry_after?: number;
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

/** Refuses a body for what its fields hold. */
export function invalidFields(errors: FieldError[]): AppError {
  return new AppError('invalid_fields', { errors });
}

/** The row, or 404 when there is none in scope. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found');
  return row;
}
