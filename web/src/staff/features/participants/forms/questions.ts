import { bestText } from '@vpisnik/contract/common';
import type { FormField } from '@vpisnik/contract/form-fields';
import type { Group } from '@vpisnik/contract/groups';
import type { Answer, Participant } from '@vpisnik/contract/participants';
import { chosenOf } from '@vpisnik/contract/rules/questions';

export type AnswerValue = Answer['value'];

/** A question that staff may answer for a participant. */
export type Question = {
  id: string;
  type: string;
  name: string;
  sensitive: boolean;
  /** Special meaning of the answer, such as `guardian_phone`; null for an ordinary question. */
  purpose: string | null;
  options: { value: string; label: string }[];
};

/**
 * The questions of the group's form, in the language of the application, and after them those that it asks no more but
 * that were answered. What was answered is worded as it was asked then, also where another group's form asked it.
 */
export function questionsOf(
  group: Group,
  catalogue: readonly FormField[],
  language: Participant['language'],
  answers: readonly Answer[] = [],
): Question[] {
  const choicesOf = (options: FormField['options'], answer: Answer | undefined) => {
    const known = options.map(({ value, name }) => ({ value, label: bestText(name, language).text }));
    const chosen = answer ? chosenOf(answer).map(({ value, name }) => ({ value, label: name })) : [];
    return [...known, ...chosen.filter(({ value }) => !known.some((option) => option.value === value))];
  };
  const asked = group.fields.flatMap(({ id, form_field_id, question }): Question[] => {
    const field = catalogue.find((one) => one.id === form_field_id);
    const own = question ?? field;
    if (!own) return [];
    const { type, sensitive, options } = own;
    const answer = answerTo({ id, form_field_id, type }, answers);
    return [
      {
        id: answer?.field_id ?? id,
        type,
        name: answer?.name ?? bestText(own.name, language).text,
        sensitive,
        purpose: field?.purpose ?? null,
        options: choicesOf(options, answer),
      },
    ];
  });
  const former = answers
    .filter(({ field_id }) => !asked.some(({ id }) => id === field_id))
    .map((answer): Question => {
      const { field_id: id, type, name, sensitive, purpose = null } = answer;
      const field = catalogue.find((one) => one.id === answer.form_field_id && one.type === type);
      return { id, type, name, sensitive, purpose, options: choicesOf(field?.options ?? [], answer) };
    });
  return [...asked, ...former];
}

type Asked = { id: string; form_field_id: string | null; type: string };

/** The answer to a question; one that another group's form asked for by the same field of the catalogue is as good. */
const answerTo = ({ id, form_field_id, type }: Asked, answers: readonly Answer[]) =>
  answers.find((one) => one.field_id === id && one.type === type) ??
  answers.find((one) => form_field_id !== null && one.form_field_id === form_field_id && one.type === type);

/** The questions that tell a minor's contact. */
export const contactQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter(({ purpose }) => purpose === 'guardian_name' || purpose === 'guardian_phone');

/** Whether the questions ask for a guardian's telephone, which takes the place of the participant's. */
export const asksGuardianPhone = (questions: readonly Question[]): boolean =>
  questions.some(({ purpose }) => purpose === 'guardian_phone');

/** The answers given so far, by question. */
export const answersOf = (answers: readonly Answer[]): Record<string, AnswerValue> =>
  Object.fromEntries(answers.map(({ field_id, value }) => [field_id, value]));

/** The answers to questions of the form that were changed, as they are now; an empty one takes the answer away. */
export function changedAnswers(
  before: Record<string, AnswerValue>,
  now: Record<string, AnswerValue>,
  questions: readonly Pick<Question, 'id'>[],
): Record<string, AnswerValue> {
  const isChanged = ([id, value]: [string, AnswerValue]) =>
    questions.some((question) => question.id === id) &&
    JSON.stringify(value) !== JSON.stringify(before[id] ?? emptyLike(value));
  return Object.fromEntries(Object.entries(now).filter(isChanged));
}

/** A question that was never answered looks like this in its control. */
const emptyLike = (value: AnswerValue): AnswerValue =>
  Array.isArray(value) ? [] : typeof value === 'boolean' ? false : '';
