import type { PublicField } from '@vpisnik/contract/public';
import { answerName } from '@vpisnik/contract/rules/application-form';
import { typedDay } from '@vpisnik/contract/rules/dates';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { limits } from '@vpisnik/contract/rules/limits';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { LiveKey, Page } from '../page.tsx';

/** A mistake at a control of the form, in words. */
export type FormProblem = { name: string; text: string };

const fixed: Record<string, LiveKey> = { name: 'errors.name', email: 'errors.email', phone: 'errors.phone' };

/** A day as an example of how to type one. */
export const exampleDay = (language: Page['language']) => typedDay('2012-03-24', language);

/** Words each error once, for its control and the summary; an error without a control asks to reload the page. */
export function inWords(
  errors: readonly FieldError[],
  fields: readonly PublicField[],
  page: Page,
): FormProblem[] {
  const seen = new Set<string>();
  return errors.flatMap(({ path, code }) => {
    const field = fields.find((one) => path === answerName(one) || path.startsWith(`${answerName(one)}.`));
    const name = field ? answerName(field) : path;
    if (seen.has(name)) return [];
    seen.add(name);
    return [{ name, text: field ? answerText(field, code, page) : fixedText(name, code, page) }];
  });
}

function fixedText(name: string, code: string, { t }: Page): string {
  if (code === 'name_with_link') return t('errors.name_with_link');
  if (name === 'notes' || (name === 'name' && code === 'too_long'))
    return t('errors.answer_long', { label: t(`apply.${name}`), max: limits[name] });
  return t(fixed[name] ?? 'errors.form');
}

function answerText(field: PublicField, code: string, { t, language }: Page): string {
  const label = bestText(field.name, language).text;
  if (field.widget === 'date')
    return t('errors.answer_day', { label, pattern: t('apply.day_pattern'), example: exampleDay(language) });
  if (code === 'required') {
    if (field.widget === 'checkbox' && field.type !== 'multiple_choice')
      return t('errors.answer_tick', { label });
    const chosen = field.widget === 'select' || field.widget === 'radio' || field.widget === 'checkbox';
    return t(chosen ? 'errors.answer_choose' : 'errors.answer_required', { label });
  }
  if (field.widget === 'email') return t('errors.answer_email', { label });
  if (field.widget === 'phone') return t('errors.answer_phone', { label });
  if (code === 'too_long') return t('errors.answer_long', { label, max: limits.answer });
  return t('errors.answer_invalid', { label });
}
