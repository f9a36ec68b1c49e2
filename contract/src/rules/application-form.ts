/**
 * The application form as HTML sends it, read the same way by the page's script and by the server that gets it
 * without one. What it yields still goes through the endpoint's schema.
 */

import type { Application, PublicField } from '../public.ts';
import { completedDay, existing, parseTypedDay } from './dates.ts';
import type { FieldError } from './errors.ts';
import {
  emailPattern,
  limits,
  linkPattern,
  phonePattern,
  plainEmail,
  plainPhone,
  withoutTurns,
} from './limits.ts';
import type { Language } from './texts.ts';

/** Names and values in the order of the form; several ticks share a name. */
export type FormEntries = readonly (readonly [name: string, value: string])[];

/** The control's name, and the path of its errors, for a question of the group. */
export const answerName = (field: Pick<PublicField, 'id'>) => `answers.${field.id}`;

/** Whether a question is one tick rather than several. */
export const isSingleTick = (field: Pick<PublicField, 'type' | 'widget'>) =>
  field.widget === 'checkbox' && field.type !== 'multiple_choice';

/** Whether the form asks for a telephone of its own: a guardian's takes its place. */
export const asksOwnPhone = (fields: readonly Pick<PublicField, 'purpose'>[]) =>
  !fields.some(({ purpose }) => purpose === 'guardian_phone');

type Fixed = {
  /** Characters it may have. */
  max: number;
  /** The code of the problem of a value that isn't too long. */
  problem?: (value: string) => string | undefined;
  /** As it is sent. */
  plain?: (value: string) => string;
  /** Asked after the group's own questions. */
  last?: true;
};

/** What every form asks, in its order. A new one compiles when the contract, the form and the texts have it as well. */
const fixed = {
  name: { max: limits.name, problem: (value) => required(value) ?? linked(value) },
  email: {
    max: limits.email,
    problem: (value) => required(value) ?? emailProblem(value),
    plain: plainEmail,
  },
  phone: {
    max: limits.phone,
    problem: (value) => (value ? phoneProblem(value) : undefined),
    plain: plainPhone,
  },
  notes: { max: limits.notes, last: true },
} as const satisfies Record<string, Fixed>;
export type FixedField = keyof typeof fixed;
export const fixedFields: Record<FixedField, Fixed> = fixed;
const fixedNames = Object.keys(fixed) as FixedField[];

/** Whether a control of the form is one that every form has. */
export const isFixed = (name: string): name is FixedField => Object.hasOwn(fixed, name);

/** What a person says beside name, address, notes and answers; null where nothing. */
export type PersonFact = Exclude<FixedField, 'name' | 'email' | 'notes'>;
export const personFacts = fixedNames.filter(
  (name): name is PersonFact => name !== 'name' && name !== 'email' && name !== 'notes',
);

type Answer = NonNullable<Application['answers']>[string];
type Filled = Pick<Application, FixedField | 'answers' | 'website'>;

/** Parses the submitted fields; `problems` are in the form's order. */
export function readApplicationForm(
  entries: FormEntries,
  fields: readonly PublicField[],
  language: Language,
): { filled: Filled; problems: FieldError[] } {
  const values = (name: string) =>
    entries.filter(([key]) => key === name).map(([, value]) => withoutTurns(value).trim());
  const text = (name: string) => values(name)[0] ?? '';
  const problems: FieldError[] = [];
  const check = (path: string, code: string | undefined) => {
    if (code) problems.push({ path, code });
  };

  const isAsked = (name: FixedField) => name !== 'phone' || asksOwnPhone(fields);
  const filled = Object.fromEntries(
    fixedNames.map((name) => [name, isAsked(name) ? (fixedFields[name].plain ?? String)(text(name)) : '']),
  ) as Record<FixedField, string>;
  const checkFixed = (isLast: boolean) => {
    for (const [name, { max, problem, last = false }] of Object.entries(fixedFields))
      if (last === isLast) {
        const value = filled[name as FixedField];
        check(name, tooLong(value, max) ?? problem?.(value));
      }
  };
  checkFixed(false);

  const answers: Record<string, Answer> = {};
  for (const field of fields) {
    const name = answerName(field);
    const given = values(name)
      .map(plainIn(field))
      .filter((value) => value !== '');
    if (given.length > 0) answers[field.id] = answerOf(field, given, language);
    check(
      name,
      given.length > 0 ? answerProblem(field, given, language) : field.required ? 'required' : undefined,
    );
  }
  checkFixed(true);
  const facts = Object.fromEntries(personFacts.map((fact) => [fact, filled[fact] || null])) as Record<
    PersonFact,
    string | null
  >;
  return { filled: { ...filled, ...facts, answers, website: text('website') }, problems };
}

function plainIn({ widget }: PublicField): (value: string) => string {
  if (widget === 'phone') return plainPhone;
  return widget === 'email' ? plainEmail : String;
}

function answerOf(field: PublicField, given: string[], language: Language): Answer {
  if (isSingleTick(field)) return true;
  if (field.widget === 'checkbox') return given;
  const [first = ''] = given;
  return field.widget === 'date' ? (dayOf(first, language) ?? first) : first;
}

function answerProblem(field: PublicField, given: string[], language: Language): string | undefined {
  const [first = ''] = given;
  if (field.widget === 'email') return emailProblem(first);
  if (field.widget === 'phone') return phoneProblem(first);
  if (field.widget === 'date') return dayOf(first, language) ? undefined : 'invalid_date';
  return field.widget === 'text' || field.widget === 'textarea' ? tooLong(first, limits.answer) : undefined;
}

/** Reads the day itself, or the text as it was typed: without script nothing has completed it yet. */
const dayOf = (value: string, language: Language) =>
  existing(value) ?? parseTypedDay(completedDay(value, language), language);
const required = (value: string) => (value ? undefined : 'required');
const tooLong = (value: string, max: number) => (value.length > max ? 'too_long' : undefined);
const linked = (value: string) => (linkPattern.test(value) ? 'name_with_link' : undefined);
const emailProblem = (value: string) =>
  value.length <= limits.email && emailPattern.test(value) ? undefined : 'invalid_email';
const phoneProblem = (value: string) => (phonePattern.test(value) ? undefined : 'invalid_phone');
