import { bestText } from '@vpisnik/contract/common';
import {
  type PersonField,
  type PersonProblem,
  type PersonQuestion,
  personFields,
} from '@vpisnik/contract/participant-imports';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { problemText } from '../../imports/problem-text.ts';

/** Codes that only participants have, or that mean something else of them. */
const messages: Partial<Record<string, MessageKey>> = {
  group_required: 'modules.import_people.problems.group_required',
  group_not_found: 'modules.import_people.problems.group_not_found',
  group_ambiguous: 'modules.import_people.problems.group_ambiguous',
  invalid_status: 'modules.import_people.problems.invalid_status',
  invalid_tick: 'modules.import_people.problems.invalid_tick',
  unknown_option: 'modules.import_people.problems.unknown_option',
  ambiguous_date: 'modules.import_people.problems.ambiguous_date',
  in_future: 'modules.import_people.problems.in_future',
  language_unknown: 'modules.import_people.problems.language_unknown',
  not_asked: 'modules.import_people.problems.not_asked',
  already_applied: 'modules.import_people.problems.already_applied',
  already_there: 'modules.import_people.problems.already_there',
  row_repeats: 'modules.import_people.problems.row_repeats',
  included: 'modules.import_people.problems.included',
  to_waiting_list: 'modules.import_people.problems.to_waiting_list',
  overbooked: 'modules.import_people.problems.overbooked',
};

export type Words = { t: Translate<MessageKey>; locale: Locale; questions: readonly PersonQuestion[] };

const isField = (column: string): column is PersonField => personFields.some((one) => one === column);

/** What a column holds, in words. */
export function columnWord(column: string, { t, locale, questions }: Words): string {
  if (isField(column)) return t(`modules.import_people.fields.${column}`);
  const question = questions.find((one) => one.column === column);
  return question ? bestText(question.name, locale).text : '';
}

/** A problem with the name of its column: `Telefon »12«: …` */
export function problemLine({ column, code, value, limit }: PersonProblem, words: Words): string {
  const { t } = words;
  const own = messages[code];
  const text = own
    ? t(own, { value })
    : problemText({ code, value, ...(limit !== undefined && { limit }) }, t);
  if (column === null) return text;
  const field = columnWord(column, words);
  return value
    ? t('modules.import.problem_with_value', { field, value, text })
    : t('modules.import.problem', { field, text });
}
