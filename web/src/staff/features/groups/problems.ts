import type { FieldError, Problem } from '@vpisnik/contract/errors';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import type { FormField } from '@vpisnik/contract/form-fields';
import { groupProblems, groups } from '@vpisnik/contract/groups';
import { type GroupValues, wireOf } from './group-form.ts';

/** The schema's codes in the form's sense: null is a choice not made yet, and no instant a time typed wrong. */
function inForm(problem: FieldError): FieldError {
  if (problem.code === 'invalid_type') return { ...problem, code: 'required' };
  if (/^apply_(from|until)$/.test(problem.path)) return { ...problem, code: 'invalid_time' };
  return problem;
}

/**
 * Everything that is wrong with the form, by the contract's own schema and rules, so that the server will say the
 * same; the first problem of each field counts.
 */
export function problemsOf(values: GroupValues, catalogue: readonly FormField[]): FieldError[] {
  const wire = wireOf(values);
  const parsed = groups.create.body.safeParse(wire, { reportInput: true });
  const found = [
    ...(parsed.error ? fieldErrorsOf(parsed.error).map(inForm) : []),
    ...(values.label ? [] : [{ path: 'label', code: 'required' }]),
    ...groupProblems(wire, catalogue),
  ];
  return firstOfEach(found);
}

function firstOfEach(problems: readonly FieldError[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const problem of problems) {
    const known = byPath.get(problem.path);
    // "Fill this in" says more than "this has the wrong form" about something empty.
    if (!known || problem.code === 'required') byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** The fields' errors of a refused save. */
export function refusedFields(problem: Problem | undefined): FieldError[] {
  if (problem?.errors?.length) return problem.errors;
  return problem?.code === 'label_taken' ? [{ path: 'label', code: 'label_taken' }] : [];
}
