import type { Answer } from '@vpisnik/contract/participants';
import type { Language } from '@vpisnik/contract/rules/texts';
import { invalidFields } from '../../errors.ts';
import { checkAnswers } from './answers.ts';
import type { Question } from './questions.ts';

/** What a contact is called or telephoned by, under a purpose of answers; `path` is where a problem of it is told. */
type Told = { purpose: string; path: string; text: string | undefined };

/**
 * The answers with what is told under a purpose: in place of the answer that has it, else of the question that asks for it.
 * Undefined where nothing is told, nor asked; a sensitive answer is not the contact, and stays.
 */
export function withContact(
  answers: Answer[],
  questions: readonly Question[],
  language: Language,
  { purpose, path, text }: Told,
): Answer[] | undefined {
  if (text === undefined) return undefined;
  const isIt = (answer: Answer) => answer.purpose === purpose && !answer.sensitive;
  const first = answers.find(isIt);
  if (first) return answers.map((answer) => (answer === first ? { ...answer, value: text, text } : answer));
  const question = questions.find((one) => one.purpose === purpose && !one.sensitive);
  // a second answer to the same question would be as sensitive as the first
  if (!question || answers.some(({ field_id }) => field_id === question.id)) return undefined;
  const checked = checkAnswers([question], { [question.id]: text }, language, { required: false });
  const [problem] = checked.problems;
  if (problem) throw invalidFields([{ ...problem, path }]);
  return [...answers, ...checked.answers];
}
