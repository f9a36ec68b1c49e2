import { fee_rules, feeRulesProblems, type OrganizationFeeRules } from '@vpisnik/contract/fee-plans';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { WrittenReduction, WrittenRules } from '@vpisnik/contract/rules/fee-wire';
import { parseAmount, typedAmount } from '@vpisnik/contract/rules/money';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import type { WholeNumber } from '../../../lib/form/whole-number.ts';
import type { Locale } from '../../../lib/text/locale.ts';

/** How a discount is counted; `none` gives none. */
export const units = ['none', 'percent', 'amount'] as const;
export type Unit = (typeof units)[number];

/** Values of the form of discounts; numbers as they are typed. */
export type RulesValues = {
  family_unit: Unit;
  family: string;
  family_sessions: { sessions: WholeNumber; percent: string }[];
  member_unit: Unit;
  member: string;
  member_field_id: string | null;
  member_answer: string;
  at_once: string;
};

/** A percentage as people write it: without decimals that are zero. */
const typedPercent = (value: string, locale: Locale) =>
  typedAmount(value, locale)
    .replace(/[.,]00$/, '')
    .replace(/([.,]\d)0$/, '$1');

/** Initial values. */
export function valuesOf(rules: OrganizationFeeRules, locale: Locale): RulesValues {
  const typed = (one: WrittenReduction | null) => {
    if (one === null) return '';
    return one.unit === 'percent' ? typedPercent(one.value, locale) : typedAmount(one.value, locale);
  };
  return {
    family_unit: rules.family?.unit ?? 'none',
    family: typed(rules.family),
    family_sessions: rules.family_sessions.map(({ sessions, percent }) => {
      return { sessions, percent: typedPercent(percent, locale) };
    }),
    member_unit: rules.member?.unit ?? 'none',
    member: typed(rules.member),
    member_field_id: rules.member_field_id,
    member_answer: rules.member_answer,
    at_once: rules.at_once === null ? '' : typedPercent(rules.at_once, locale),
  };
}

/** The number of a typed text; a text that is none stays, for the form to refuse. */
const numberOf = (text: string, locale: Locale): string =>
  parseAmount(text.replace(/%\s*$/, ''), locale).amount ?? text;

/** Request body. */
export function wireOf(values: RulesValues, locale: Locale) {
  const reduction = (unit: Unit, text: string) =>
    unit === 'none' ? null : { unit, value: numberOf(text, locale) };
  const member = reduction(values.member_unit, values.member);
  return {
    family: reduction(values.family_unit, values.family),
    family_sessions: values.family_sessions.map(({ sessions, percent }) => {
      return { sessions: sessions ?? '', percent: numberOf(percent, locale) };
    }),
    member,
    member_field_id: member && values.member_field_id,
    member_answer: member ? values.member_answer : '',
    at_once: values.at_once.trim() === '' ? null : numberOf(values.at_once, locale),
  };
}

/** The body once nothing is wrong with it. */
export type RulesBody = WrittenRules & { family_sessions: { sessions: number; percent: string }[] };

/** The path of the form's control for a path of the body. */
export const fieldOf = (path: string): string => path.replace(/^(family|member)\.value$/, '$1');

/** Everything wrong with the form, in the order of its fields. */
export function problemsOf(values: RulesValues, locale: Locale): FieldError[] {
  const body = wireOf(values, locale);
  const blanks = body.family_sessions.flatMap(({ sessions }, at): FieldError[] =>
    sessions === '' ? [{ path: `family_sessions.${at}.sessions`, code: 'required' }] : [],
  );
  const { shape } = fee_rules.update.body;
  const sound = shape.family.safeParse(body.family).success && shape.member.safeParse(body.member).success;
  const isSound =
    sound &&
    shape.family_sessions.safeParse(body.family_sessions).success &&
    shape.at_once.safeParse(body.at_once).success;
  const whole = isSound ? feeRulesProblems(body as RulesBody) : [];
  const found = problemsOfBody(fee_rules.update.body.omit({ version: true }), body, whole);
  const others = found.filter(({ path }) => !blanks.some((one) => one.path === path));
  return [...blanks, ...others].map((problem) => ({ ...problem, path: fieldOf(problem.path) }));
}
