import type { PublicField } from '@vpisnik/contract/public';
import { answerName, type FixedField, fixedFields, isFixed } from '@vpisnik/contract/rules/application-form';
import { typedDay } from '@vpisnik/contract/rules/dates';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { limits } from '@vpisnik/contract/rules/limits';
import { bestText } from '@vpisnik/contract/rules/texts';
import type { LiveKey, Page } from '../../page.tsx';

/** A mistake at a control of the form, in words. */
export type FormProblem = { name: string; text: string };

/** Where every form's own questions have words of their own. */
const ownWords: Partial<Record<FixedField, LiveKey>> = {
  name: 'errors.name',
  email: 'errors.email',
  phone: 'errors.phone',
};

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
  if (!isFixed(name)) return t('errors.form');
  const label = t(`apply.${name}`);
  if (code === 'too_long') return t('errors.answer_long', { label, max: fixedFields[name].max });
  const own = ownWords[name];
  return own ? t(own) : t('errors.answer_invalid', { label });
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
