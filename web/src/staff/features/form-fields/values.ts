import type { Language, Texts } from '@vpisnik/contract/common';
import {
  type ApplicantEdit,
  type FieldPurpose,
  type FieldType,
  type FormField,
  type FormFieldInput,
  form_fields,
  isChoice,
  purposeProblems,
  questionProblems,
  usualApplicantEdit,
} from '@vpisnik/contract/form-fields';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { slugOf } from '@vpisnik/contract/rules/slug';
import { problemsOfBody } from '../../../lib/form/problems.ts';

/** An option while edited; `key` is its React key. */
export type OptionValue = { key: string; value: string; name: Texts };

export type FieldValues = {
  label: string;
  type: FieldType;
  languages: Language[];
  name: Texts;
  description: Texts;
  required: boolean;
  sensitive: boolean;
  applicant_edit: ApplicantEdit;
  purpose: FieldPurpose | null;
  options: OptionValue[];
};

let keys = 0;
/** An option that is yet to be named. */
export const blankOption = (): OptionValue => ({ key: `new-${++keys}`, value: '', name: {} });

/** Form values of a saved field, or of a new one. */
export function valuesOf(field: FormField | null, languages: readonly Language[]): FieldValues {
  return {
    label: field?.label ?? '',
    type: (field?.type as FieldType | undefined) ?? 'text',
    languages: (field?.languages as Language[] | undefined) ?? [...languages],
    name: field?.name ?? {},
    description: field?.description ?? {},
    required: field?.required ?? false,
    sensitive: field?.sensitive ?? false,
    applicant_edit: field?.applicant_edit ?? usualApplicantEdit,
    purpose: (field?.purpose as FieldPurpose | null | undefined) ?? null,
    options: (field?.options ?? []).map((option) => ({ ...option, key: `saved-${option.value}` })),
  };
}

/** Request body; drops the options of a field that is no longer a choice. */
export function wireOf({ options, ...values }: FieldValues): FormFieldInput {
  return {
    ...values,
    options: isChoice(values.type) ? options.map(({ key: _, ...option }) => option) : [],
  };
}

/** Everything that is wrong with the form, by the contract's own schema and rules. */
export function problemsOf(values: FieldValues): FieldError[] {
  const wire = wireOf(values);
  return problemsOfBody(form_fields.create.body, wire, [
    ...(values.label ? [] : [{ path: 'label', code: 'required' }]),
    ...(values.languages.length > 0 ? [] : [{ path: 'languages', code: 'language_required' }]),
    ...(wire.options ?? []).flatMap(({ value }, at) =>
      value ? [] : [{ path: `options.${at}.value`, code: 'required' }],
    ),
    ...questionProblems(wire, values.languages),
    ...purposeProblems(values),
  ]);
}

/** A value for an option, proposed from its name, that none of the others has. */
export function proposedValue(name: string, others: readonly OptionValue[]): string {
  const slug = slugOf(name);
  const taken = new Set(others.map(({ value }) => value));
  if (!slug || !taken.has(slug)) return slug;
  for (let at = 2; ; at += 1) if (!taken.has(`${slug}-${at}`)) return `${slug}-${at}`;
}
