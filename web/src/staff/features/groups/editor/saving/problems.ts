import type { FormField } from '@vpisnik/contract/form-fields';
import { groupProblems, groups } from '@vpisnik/contract/groups';
import { publicationProblems } from '@vpisnik/contract/publication';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../../../lib/form/problems.ts';
import { numberOf } from '../../../../../lib/form/whole-number.ts';
import { type GroupValues, slotOf, wireOf } from '../values.ts';

/** The schema's codes in the form's sense: null is a choice not made yet, and no instant a time typed wrong. */
function inForm(problem: FieldError): FieldError {
  if (problem.code === 'invalid_type') return { ...problem, code: 'required' };
  if (/^apply_(from|until)$/.test(problem.path) && problem.code === 'invalid_format')
    return { ...problem, code: 'invalid_time' };
  return problem;
}

/** Everything that is wrong with the editor's values; `published` are those that visitors see now. */
export function problemsOf(
  values: GroupValues,
  catalogue: readonly FormField[],
  published?: GroupValues,
): FieldError[] {
  const wire = wireOf(values);
  const reckoned = {
    ...wire,
    age_from: numberOf(wire.age_from),
    age_to: numberOf(wire.age_to),
    schedule: wire.schedule.map(slotOf),
  };
  const unlabelled = values.label ? [] : [{ path: 'label', code: 'required' }];
  const untranslated = published ? publicationProblems(wire, wireOf(published)) : [];
  return problemsOfBody(groups.create.body, wire, [
    ...untranslated,
    ...unlabelled,
    ...groupProblems(reckoned, catalogue),
  ]).map(inForm);
}
