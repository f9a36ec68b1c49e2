import { type Category, categories, categoryProblems } from '@vpisnik/contract/categories';
import type { Language, Texts } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../lib/form/problems.ts';

/** Values of a category's form. */
export type CategoryValues = {
  label: string;
  languages: Language[];
  name: Texts;
  description: Texts;
};

/** Initial values: the category's, or empty ones in the organisation's languages. */
export const valuesOf = (row: Category | null, languages: readonly Language[]): CategoryValues => ({
  label: row?.label ?? '',
  languages: [...((row?.languages as Language[] | undefined) ?? languages)],
  name: row?.name ?? {},
  description: row?.description ?? {},
});

/** Validates the form. */
export function problemsOf(values: CategoryValues): FieldError[] {
  return problemsOfBody(categories.create.body, values, [
    ...(values.label ? [] : [{ path: 'label', code: 'required' }]),
    ...(values.languages.length > 0 ? [] : [{ path: 'languages', code: 'language_required' }]),
    ...categoryProblems(values),
  ]);
}
