import type { ImportProblem } from '@vpisnik/contract/imports';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** Texts of codes that only imports have; other codes use the texts of form fields. */
const messages: Partial<Record<string, MessageKey>> = {
  not_a_sheet: 'modules.import.problems.not_a_sheet',
  old_excel: 'modules.import.problems.old_excel',
  locked_sheet: 'modules.import.problems.locked_sheet',
  sheet_too_large: 'modules.import.problems.sheet_too_large',
  no_rows: 'modules.import.problems.no_rows',
  too_many_rows: 'modules.import.problems.too_many_rows',
  too_many_columns: 'modules.import.problems.too_many_columns',
  already_there: 'modules.import.problems.already_there',
  row_repeats: 'modules.import.problems.row_repeats',
  required: 'modules.import.problems.required',
  category_not_found: 'modules.import.problems.category_not_found',
  category_ambiguous: 'modules.import.problems.category_ambiguous',
  location_not_found: 'modules.import.problems.location_not_found',
  location_ambiguous: 'modules.import.problems.location_ambiguous',
  leader_not_found: 'modules.import.problems.leader_not_found',
  leader_ambiguous: 'modules.import.problems.leader_ambiguous',
  field_not_found: 'modules.import.problems.field_not_found',
  field_ambiguous: 'modules.import.problems.field_ambiguous',
  row_asks_twice: 'modules.import.problems.row_asks_twice',
  invalid_schedule: 'modules.import.problems.invalid_schedule',
  slots_overlap: 'modules.group.problems.slots_overlap',
  invalid_date: 'modules.import.problems.invalid_date',
  invalid_moment: 'modules.import.problems.invalid_moment',
  invalid_number: 'modules.import.problems.invalid_number',
  invalid_when_full: 'modules.import.problems.invalid_when_full',
  invalid_color: 'modules.import.problems.invalid_color',
  poor_contrast: 'modules.import.problems.poor_contrast',
  formula_failed: 'modules.import.problems.formula_failed',
  language_unknown: 'modules.import.problems.language_unknown',
  field_lacks_language_sl: 'modules.group.problems.field_lacks_language_sl',
  field_lacks_language_en: 'modules.group.problems.field_lacks_language_en',
  inactive: 'modules.group.problems.inactive',
  before_start: 'modules.group.problems.before_start',
  below_minimum: 'modules.group.problems.below_minimum',
};

/** Sentence about an import problem that says what to do. */
export function problemText(
  { code, value, limit = 0 }: Pick<ImportProblem, 'code' | 'value' | 'limit'>,
  t: Translate<MessageKey>,
): string {
  const own = messages[code];
  return own ? t(own, { value, max: limit }) : fieldErrorText({ path: '', code, limit }, t);
}

/** A problem with the name of its column: `Urnik »pon«: …` */
export function problemLine(problem: ImportProblem, t: Translate<MessageKey>): string {
  const text = problemText(problem, t);
  if (!problem.field) return text;
  const field = t(`modules.import.fields.${problem.field}`);
  return problem.value
    ? t('modules.import.problem_with_value', { field, value: problem.value, text })
    : t('modules.import.problem', { field, text });
}
