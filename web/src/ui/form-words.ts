import { type Language, languages } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/errors';
import { fieldErrorText } from '../lib/field-error-text.ts';
import { type MessageKey, useI18n } from '../lib/i18n.ts';
import type { Conflict } from '../lib/merge.ts';
import type { Translate } from '../lib/translate.ts';
import type { SummaryError } from './ErrorSummary.tsx';

/** The id of the control that a path of a form belongs to. */
export const controlId = (path: string): string => `edit-${path.replaceAll('.', '-')}`;

/** The language that a path ends in, `name.en` for instance. */
export const languageOf = (path: string): Language | undefined =>
  languages.find((one) => path.endsWith(`.${one}`));

/** The message at a control; undefined where nothing is wrong. */
export function errorAt(problems: readonly FieldError[], path: string, t: Translate<MessageKey>) {
  const problem = problems.find((one) => one.path === path);
  return problem && fieldErrorText(problem, t);
}

const lowerFirst = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/** Words about a form: its error summary, and the two sides of a conflict. `nameOf` a path names its field. */
export function useFormWords(
  nameOf: (path: string) => string,
  textOf?: (conflict: Conflict, value: unknown) => string | undefined,
) {
  const { t } = useI18n();
  const inLanguage = (path: string) => {
    const language = languageOf(path);
    return language ? `${t(`layout.languages.${language}`)}: ${lowerFirst(nameOf(path))}` : nameOf(path);
  };
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'ui.conflict.yes' : 'ui.conflict.no');
    if (Array.isArray(value)) return value.map(String).join(', ');
    return String(value ?? '');
  };
  return {
    /** `Angleščina: ime – Izpolnite to polje.`, with the way to the control. */
    summary: (problems: readonly FieldError[], reveal?: (language: Language) => void): SummaryError[] =>
      problems.map((problem) => {
        const language = languageOf(problem.path);
        return {
          id: controlId(problem.path),
          message: `${inLanguage(problem.path)} – ${fieldErrorText(problem, t)}`,
          ...(language && reveal && { reveal: () => reveal(language) }),
        };
      }),
    describe: (conflict: Conflict) => {
      const word = (value: unknown) => textOf?.(conflict, value) ?? plain(value);
      return { name: inLanguage(conflict.unit), mine: word(conflict.mine), theirs: word(conflict.theirs) };
    },
  };
}
