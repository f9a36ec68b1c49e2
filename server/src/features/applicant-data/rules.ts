import type { Answer } from '@vpisnik/contract/participants';
import type { PublicField } from '@vpisnik/contract/public';
import { type ApplicantState, actsOf, type EditField } from '@vpisnik/contract/rules/applicant-page';
import { answerName, type FormEntries, isSingleTick } from '@vpisnik/contract/rules/application-form';
import { ticks } from '../participants/answers.ts';
import type { Question } from '../participants/questions.ts';
import type { Value } from './seen.ts';

/** What of an application its applicant may correct. */
export type OwnRow = {
  email: string | null;
  phone: string | null;
  notes: string;
  language: string;
  answers: readonly Answer[];
};

/** Days of a group as its applicants' rights go by them, and today there. */
export type Term = { start_date: string | null; end_date: string | null; today: string };

const hasStarted = ({ start_date, today }: Term) => start_date !== null && start_date <= today;
const hasEnded = ({ end_date, today }: Term) => end_date !== null && end_date < today;

/** The purposes by which an answer is the contact of all the address's children. */
export const contactPurposes = ['guardian_name', 'guardian_phone'] as const;

/** Whether an answer to a question belongs to the contact; a sensitive one is this application's alone. */
export const isContact = ({ purpose, sensitive }: Pick<Question, 'purpose' | 'sensitive'>): boolean =>
  !sensitive && contactPurposes.some((one) => one === purpose);

/** Whether the notes may still be changed. */
export const mayChangeNotes = (term: Term): boolean => !hasEnded(term);

/** Whether a question asks for a consent: one tick that people may also leave out. */
const isConsent = ({ type, required }: Pick<Question, 'type' | 'required'>) =>
  type === 'checkbox' && !required;

/**
 * Whether an answer may be given anew: as its question says, until the group ends. A consent is withdrawn as easily as it was
 * given (GDPR, article 7(3)), whatever its question says; one that is required, by withdrawing the application. A contact is
 * corrected as long as the application lives, unless its question says never: whom to call is of most use once the group meets.
 */
export function mayAnswer(question: Question, state: ApplicantState, term: Term): boolean {
  if (isConsent(question)) return !hasEnded(term);
  if (question.applicant_edit === 'never') return false;
  if (isContact(question)) return true;
  if (hasEnded(term)) return false;
  if (question.applicant_edit === 'until_approved') return state !== 'approved';
  return question.applicant_edit === 'until_end' || !hasStarted(term);
}

/** How an application stands, the questions of its group's form, and the group's days. */
export type Standing = { state: ApplicantState; questions: readonly Question[]; term: Term };

/**
 * Whether an answer is a consent that is withdrawn by a button of its own: no form of corrections asks for it any more, since the
 * application or its group is over, or the question is gone. It can be withdrawn as long as the page opens (GDPR, article 7(3)).
 */
export function isWithdrawable(answer: Answer, { state, questions, term }: Standing): boolean {
  const question = questions.find(({ id }) => id === answer.field_id);
  const lives = actsOf[state].includes('save');
  // one that is required ends with the application
  if (answer.type !== 'checkbox' || (lives && question?.required)) return false;
  // the page says no more of a sensitive one than that it is kept
  if (answer.value !== true && !isHidden(question ?? answer, answer)) return false;
  return !question || !lives || !mayAnswer(question, state, term);
}

const answerTo = (answers: readonly Answer[], { id }: { id: string }) =>
  answers.find(({ field_id }) => field_id === id);

/** Whether an answer is not shown: it is sensitive, or its question is by now. */
const isHidden = (question: { sensitive: boolean }, answer: Answer | undefined): boolean =>
  answer !== undefined && (answer.sensitive || question.sensitive);

const tickOptions = [
  { value: 'true', name: { sl: ticks.sl.yes, en: ticks.en.yes } },
  { value: 'false', name: { sl: ticks.sl.no, en: ticks.en.no } },
];

/**
 * A question as the form of corrections asks it. A tick that is not shown is asked as a choice: a control that nobody has
 * touched must say nothing.
 */
export function editFieldOf(question: Question, answers: readonly Answer[]): EditField {
  const { form_field_id: _, label: __, applicant_edit: ___, ...asked } = question;
  const field = asked as PublicField;
  const kept = isHidden(question, answerTo(answers, question));
  if (!kept || !isSingleTick(field)) return { ...field, kept };
  return { ...field, kept, type: 'single_choice', widget: 'select', options: tickOptions };
}

/** The value of a question's control; null without an answer. */
export const answerOf = (answers: readonly Answer[], question: { id: string }): Value =>
  answerTo(answers, question)?.value ?? null;

/** Values of the controls at first: the stored ones, without hidden answers. */
export function storedEntries(row: OwnRow, fields: readonly EditField[], news: boolean): FormEntries {
  const entries: [string, string][] = [
    ['email', row.email ?? ''],
    ['phone', row.phone ?? ''],
    ['notes', row.notes],
    ['mail_language', row.language],
    ['news', news ? 'yes' : 'no'],
  ];
  for (const field of fields) {
    if (field.kept) continue;
    const value = answerOf(row.answers, field);
    for (const one of [value].flat())
      if (one !== null && one !== false) entries.push([answerName(field), String(one)]);
  }
  return entries;
}

/** The values of all controls, as a change by staff is noticed by them. */
export const seenValues = (row: OwnRow, fields: readonly EditField[]): Record<string, Value> => ({
  phone: row.phone ?? '',
  notes: row.notes,
  ...Object.fromEntries(fields.map((field) => [answerName(field), answerOf(row.answers, field)])),
});
