import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { ApiError } from '@vpisnik/contract/kit';
import type { FieldError } from '@vpisnik/contract/rules/errors';

/** A schema of the contract, as far as a form needs it. */
type Schema = {
  safeParse(
    body: unknown,
    options: { reportInput: true },
  ): { error?: Parameters<typeof fieldErrorsOf>[0] | undefined };
};

/** Validates a body by its contract schema and adds `more`; returns one problem per field, `required` before others. */
export function problemsOfBody(
  schema: Schema,
  body: unknown,
  more: readonly FieldError[] = [],
): FieldError[] {
  const { error } = schema.safeParse(body, { reportInput: true });
  const byPath = new Map<string, FieldError>();
  for (const problem of [...(error ? fieldErrorsOf(error) : []), ...more]) {
    const known = byPath.get(problem.path);
    // of an empty field, "required" is a clearer error than a wrong format
    if (!known || (problem.code === 'required' && known.code !== 'integer'))
      byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** The fields' errors of a refused save; empty when no field is to blame. */
export function refusedFields(error: unknown): FieldError[] {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (problem?.errors?.length) return problem.errors;
  if (problem?.code === 'email_taken') return [{ path: 'email', code: 'email_taken' }];
  return problem?.code === 'label_taken' ? [{ path: 'label', code: 'label_taken' }] : [];
}
