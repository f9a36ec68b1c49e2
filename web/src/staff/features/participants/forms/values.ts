import { type Participant, type ParticipantStatus, participants } from '@vpisnik/contract/participants';
import { type PersonFact, personFacts } from '@vpisnik/contract/rules/application-form';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { type AnswerValue, answersOf, changedAnswers, type Question } from './questions.ts';

/** A person as the application asks for them: name, contact, language of their mail. */
export type Person = Record<'name' | 'email' | PersonFact, string> & { language: Locale };

/** Answers by question. */
type Answers = { answers: Record<string, AnswerValue> };

/** Values of the form that adds a participant; its answers are those about a guardian. */
export type NewValues = Person &
  Answers & { group_id: string | null; status: ParticipantStatus; notify: boolean };

/** Values of the form that corrects a participant. */
export type EditValues = Person & Answers & { notes: string };

const factsOf = <Value>(told: (fact: PersonFact) => Value) =>
  Object.fromEntries(personFacts.map((fact) => [fact, told(fact)])) as Record<PersonFact, Value>;

const personOf = ({ name, email, language, ...said }: Person) => ({
  name,
  email: email.trim() || null,
  ...factsOf((fact) => said[fact].trim() || null),
  language,
});

/** Statuses for which a new participant can get a mail. */
export const living: readonly ParticipantStatus[] = ['pending', 'approved', 'waitlisted'];

/** Whether a new participant can get a mail. */
export const canTell = ({ email, status }: Pick<NewValues, 'email' | 'status'>): boolean =>
  email.trim() !== '' && living.includes(status);

/** Initial values of a participant who is added. */
export const newValues = (group_id: string | null, language: Locale): NewValues => ({
  group_id,
  name: '',
  email: '',
  ...factsOf(() => ''),
  language,
  status: 'approved',
  notify: true,
  answers: {},
});

/** Body of a participant who is added; leaves out answers to questions that the chosen group doesn't ask. */
export const newWireOf = (values: NewValues, questions: readonly Question[]) => ({
  ...personOf(values),
  group_id: values.group_id ?? '',
  status: values.status,
  notify: values.notify && canTell(values),
  answers: changedAnswers({}, values.answers, questions),
});

/** Validates a participant who is added. */
export const newProblemsOf = (values: NewValues, questions: readonly Question[]): FieldError[] =>
  problemsOfBody(participants.create.body, newWireOf(values, questions)).map((problem) =>
    problem.path === 'group_id' ? { ...problem, code: 'required' } : problem,
  );

/** Initial values of a participant who is corrected. */
export const valuesOf = (row: Participant | null): EditValues => ({
  name: row?.name ?? '',
  email: row?.email ?? '',
  ...factsOf((fact) => row?.[fact] ?? ''),
  language: row?.language ?? 'sl',
  notes: row?.notes ?? '',
  answers: answersOf(row?.answers ?? []),
});

/** Body with some fields of a participant who is corrected, and the answers that differ from those of `base`. */
export function wireOf(
  values: EditValues,
  fields: readonly string[],
  base: Participant,
  questions: readonly Question[],
) {
  const all = { ...personOf(values), notes: values.notes };
  const answers = changedAnswers(answersOf(base.answers), values.answers, questions);
  return {
    ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))),
    ...(Object.keys(answers).length > 0 && { answers }),
  };
}

/** Validates a participant who is corrected. */
export const problemsOf = (
  values: EditValues,
  base: Participant,
  questions: readonly Question[],
): FieldError[] =>
  problemsOfBody(participants.update.body, {
    ...wireOf(values, Object.keys(values), base, questions),
    version: 1,
  });
