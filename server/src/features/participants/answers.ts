import type { Answer } from '@vpisnik/contract/participants';
import { addDays, existing, isWithinYears } from '@vpisnik/contract/rules/dates';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { emailPattern, limits, phonePattern, plainEmail, plainPhone } from '@vpisnik/contract/rules/limits';
import { bestText, type Language } from '@vpisnik/contract/rules/texts';
import type { Answerable } from './questions.ts';

/** Answers as they are sent, by the question's id. */
export type GivenAnswers = Record<string, Answer['value']>;

type Checked = { answers: Answer[]; problems: FieldError[] };

/**
 * Validates answers and turns them into stored ones, with the question's wording, in the form's order. Empty values count as
 * not given.
 *
 * @param demand whether required questions must be answered; staff may leave them open
 */
export function checkAnswers(
  questions: readonly Answerable[],
  given: GivenAnswers,
  language: Language,
  demand: { required: boolean },
): Checked {
  const problems = unknownQuestions(
    Object.keys(given).filter((id) => !questions.some((question) => question.id === id)),
  );
  const answers: Answer[] = [];
  for (const question of questions) {
    const value = plain(question, given[question.id]);
    const path = `answers.${question.id}`;
    if (isEmpty(value)) {
      if (demand.required && question.required) problems.push({ path, code: 'required' });
    } else {
      const code = problemOf(question, value);
      if (code === 'too_long') problems.push({ path, code, limit: limits.answer });
      else if (code) problems.push({ path, code });
      else if (demand.required && question.required && value === false)
        problems.push({ path, code: 'required' });
      else answers.push(asAsked(question, value, language));
    }
  }
  return { answers, problems };
}

/** Problems of answers to questions that the form doesn't ask. */
export function unknownQuestions(ids: readonly string[]): FieldError[] {
  return ids.map((id) => ({ path: `answers.${id}`, code: 'unknown_field' }));
}

function plain({ type }: Answerable, value: Answer['value'] | undefined): Answer['value'] | undefined {
  if (typeof value !== 'string') return value;
  if (type === 'phone_number') return plainPhone(value);
  return type === 'email' ? plainEmail(value) : value;
}

/** Whether an answer says nothing; a tick that was not made does say something. */
export function isEmpty(value: Answer['value'] | undefined): value is undefined {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function problemOf(question: Answerable, value: Answer['value']): string | undefined {
  if (question.type === 'checkbox') return typeof value === 'boolean' ? undefined : 'invalid_type';
  if (question.type === 'multiple_choice')
    return Array.isArray(value) ? choicesProblem(question, value) : 'invalid_type';
  if (typeof value !== 'string') return 'invalid_type';
  switch (question.type) {
    case 'single_choice':
      return choicesProblem(question, [value]);
    case 'email':
      return value.length <= limits.email && emailPattern.test(value) ? undefined : 'invalid_email';
    case 'phone_number':
      return phonePattern.test(value) ? undefined : 'invalid_phone';
    case 'date':
      return existing(value) && isWithinYears(value) && !isUnborn(question, value)
        ? undefined
        : 'invalid_date';
    case 'text':
      return /[\t\n\r]/.test(value) ? 'invalid_characters' : lengthProblem(value);
    default:
      return lengthProblem(value);
  }
}

/** Whether it is a birth to come: tomorrow has begun somewhere, any later day is a mistyped year. */
const isUnborn = ({ purpose }: Answerable, day: string) =>
  purpose === 'date_of_birth' && day > addDays(new Date().toISOString().slice(0, 10), 1);

const lengthProblem = (value: string) => (value.length > limits.answer ? 'too_long' : undefined);

function choicesProblem({ options }: Answerable, chosen: readonly string[]): string | undefined {
  if (new Set(chosen).size < chosen.length) return 'duplicate';
  const known = chosen.every((value) => options.some((option) => option.value === value));
  return known ? undefined : 'unknown_option';
}

/** A tick in words. */
export const ticks: Record<Language, { yes: string; no: string }> = {
  sl: { yes: 'Da', no: 'Ne' },
  en: { yes: 'Yes', no: 'No' },
};

function asAsked(question: Answerable, value: Answer['value'], language: Language): Answer {
  const { id, form_field_id, label, type, sensitive, purpose } = question;
  const name = bestText(question.name, language).text;
  return {
    field_id: id,
    form_field_id,
    label,
    name,
    type,
    value,
    text: textOf(question, value, language),
    sensitive,
    purpose,
  };
}

function textOf({ type, options }: Answerable, value: Answer['value'], language: Language): string {
  if (typeof value === 'boolean') return value ? ticks[language].yes : ticks[language].no;
  if (typeof value === 'string' && type !== 'single_choice') return value;
  return [value]
    .flat()
    .map((one) => options.find((option) => option.value === one))
    .map((option) => (option ? bestText(option.name, language).text : ''))
    .join(', ');
}
