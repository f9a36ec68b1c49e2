import type { FieldError } from '@vpisnik/contract/errors';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { ApiError } from '@vpisnik/contract/kit';
import type { ZodType } from 'zod';
import { fieldErrorText } from '../../../lib/field-error-text.ts';
import type { MessageKey } from '../../../lib/i18n.ts';
import type { Translate } from '../../../lib/translate.ts';

/** What is wrong with a body by the contract's own schema; the first problem of each field counts. */
export function problemsOf(schema: ZodType, body: unknown): FieldError[] {
  const { error } = schema.safeParse(body, { reportInput: true });
  if (!error) return [];
  const byPath = new Map<string, FieldError>();
  for (const problem of fieldErrorsOf(error)) {
    const known = byPath.get(problem.path);
    // "Fill this in" says more than "this has the wrong form" about something empty.
    if (!known || problem.code === 'required') byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** The fields' errors of a refused save; empty when no field is to blame. */
export function refusedFields(error: unknown): FieldError[] {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (problem?.errors?.length) return problem.errors;
  return problem?.code === 'already_applied' ? [{ path: 'name', code: 'already_applied' }] : [];
}

/** The sentence at a field. */
export function problemText(problem: FieldError, t: Translate<MessageKey>): string {
  if (problem.code === 'already_applied') return t('errors.codes.already_applied');
  if (problem.path === 'group_id') return t('modules.participant.add.group_missing');
  return fieldErrorText(problem, t);
}

/** The id of a field's control. */
export const controlId = (path: string): string => `participant-${path.replaceAll('.', '-')}`;
