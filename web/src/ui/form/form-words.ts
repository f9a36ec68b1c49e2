import { type Language, languages } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { FieldsOf, Problem } from '../../lib/form/entity-form.ts';
import { fieldErrorText } from '../../lib/form/field-error-text.ts';
import type { Conflict } from '../../lib/form/merge.ts';
import { valueAt } from '../../lib/form/values.ts';
import { type MessageKey, useI18n } from '../../lib/text/i18n.ts';
import type { Translate } from '../../lib/text/translate.ts';
import type { SummaryError } from './saving/ErrorSummary.tsx';

/** The id of the control that a path of a form belongs to. */
export const controlId = (path: string): string => `edit-${path.replaceAll('.', '-')}`;

/** The language that a path ends in, `name.en` for instance. */
export const languageOf = (path: string): Language | undefined =>
  languages.find((one) => path.endsWith(`.${one}`));

/** The sentence about a problem, at its control and in the summary. */
const problemText = (problem: Problem, t: Translate<MessageKey>) =>
  problem.message ?? fieldErrorText(problem, t);

/** The message at a control; undefined where nothing is wrong. */
export function errorAt(problems: readonly FieldError[], path: string, t: Translate<MessageKey>) {
  const problem = problems.find((one) => one.path === path);
  return problem && problemText(problem, t);
}

/** The paths of a form that hold a text: `name`, or `name.en` where there is one for each language. */
type TextPath<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string
    ? Field
    : Values[Field] extends Partial<Record<infer Part extends string, string | undefined>>
      ? `${Field}.${Part}`
      : never;
}[keyof Values & string];

/** Props of a form's controls by path: id, value, error, and how a change gets into the form. */
export function useControls<Values extends object>({ values, change, set, problems }: FieldsOf<Values>) {
  const { t } = useI18n();
  const named = (path: string) => ({ id: controlId(path), error: errorAt(problems, path, t) });
  return {
    /** Props of a text input. */
    text: (path: TextPath<Values>) => ({
      ...named(path),
      value: (valueAt(values, path) as string | undefined) ?? '',
      onChange: (event: { currentTarget: { value: string } }) => set(path, event.currentTarget.value),
    }),
    /** Props of a controlled input whose `onChange` receives the value. */
    control: <Field extends keyof Values & string>(field: Field) => ({
      ...named(field),
      value: values[field],
      onChange: (value: Values[Field]) => change({ [field]: value } as unknown as Partial<Values>),
    }),
  };
}

const lowerFirst = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/**
 * Words about a form: its error summary, and the two sides of a conflict.
 *
 * @param values the form's values; a path that begins with none of its fields has no name
 * @param nameOf names a field, or the part of it that `rest` of the path leads to; `fields.${field}` as a key of the
 * texts makes a field without a name an error of the compiler
 */
export function useFormWords<Values extends object>(
  values: Values,
  nameOf: (field: keyof Values & string, rest: string) => string,
  textOf?: (conflict: Conflict, value: unknown) => string | undefined,
) {
  const { t } = useI18n();
  const nameAt = (path: string): string | undefined => {
    const [field = '', ...rest] = path.split('.');
    const name = field in values ? nameOf(field as keyof Values & string, rest.join('.')) : undefined;
    const language = languageOf(path);
    return name && language ? `${t(`layout.languages.${language}`)}: ${lowerFirst(name)}` : name;
  };
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'ui.conflict.yes' : 'ui.conflict.no');
    if (Array.isArray(value)) return value.map(String).join(', ');
    return String(value ?? '');
  };
  return {
    /** `Angleščina: ime – Izpolnite to polje.`, with the way to the control. */
    summary: (problems: readonly Problem[], reveal?: (language: Language) => void): SummaryError[] =>
      problems.map((problem) => {
        const language = languageOf(problem.path);
        return {
          id: controlId(problem.path),
          message: [nameAt(problem.path), problemText(problem, t)].filter(Boolean).join(' – '),
          ...(language && reveal && { reveal: () => reveal(language) }),
        };
      }),
    describe: (conflict: Conflict) => {
      const word = (value: unknown) => textOf?.(conflict, value) ?? plain(value);
      return {
        name: nameAt(conflict.unit) ?? conflict.unit,
        mine: word(conflict.mine),
        theirs: word(conflict.theirs),
      };
    },
  };
}
