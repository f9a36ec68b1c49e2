import { bestText, type Language, languages } from '@vpisnik/contract/common';
import type { FormField } from '@vpisnik/contract/form-fields';
import { isEmailType } from '@vpisnik/contract/rules/email-types';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { weekdayName } from '@vpisnik/contract/rules/format';
import type { Problem } from '../../../../lib/form/entity-form.ts';
import { fieldErrorText } from '../../../../lib/form/field-error-text.ts';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import type { EditorTab } from './address.ts';
import type { FieldValue, GroupField, GroupValues } from './values.ts';

type T = Translate<MessageKey>;

/** Codes that only a group's form has texts of; other codes use the common texts. */
const ownCodes = [
  'before_start',
  'below_minimum',
  'slots_overlap',
  'slot_meets_date',
  'invalid_time',
  'field_or_question',
  'widget_unsuitable',
  'unknown_field',
  'field_lacks_language_sl',
  'field_lacks_language_en',
  'too_many',
  'inactive',
  'unknown_id',
  'untranslated',
  'has_answers',
] as const;

/** Sentence at a field that says what to do about its problem. */
export function problemText(problem: Problem, t: T): string {
  const { path, code, limit = 0, message } = problem;
  if (message) return message;
  if (path.endsWith('.duration') && code !== 'integer') return t('modules.group.problems.duration');
  if (path === 'languages' && (code === 'too_few' || code === 'required'))
    return fieldErrorText({ path, code: 'language_required' }, t);
  if (path === 'banner_id') return fieldErrorText({ path, code: 'banner_gone' }, t);
  const own = ownCodes.find((one) => one === code);
  return own ? t(`modules.group.problems.${own}`, { max: limit }) : fieldErrorText(problem, t);
}

/** Id of the control at a path of the form. */
export const groupControlId = (path: string): string => `group-${path.replaceAll('.', '-')}`;

/** Place of a problem: tab, language and question if any, control, and displayed name. */
export type Place = {
  tab: EditorTab;
  id: string;
  name: string;
  language: Language | undefined;
  /** The question to unfold. */
  fieldKey: string | undefined;
};

/** Finds the place of a problem in the form. */
export function placeOf({ path, code }: FieldError, context: PlaceContext): Place {
  const { values, t, locale } = context;
  const [field = '', second = '', ...rest] = path.split('.');
  const last = rest.at(-1) ?? second;
  const language = languages.find((one) => one === last);
  const base = { language, fieldKey: undefined, id: groupControlId(path) };
  if (field === 'fields') return questionPlace(values.fields[Number(second)], path, { ...context, language });
  if (field === 'email_settings') {
    const name = isEmailType(second)
      ? t(`modules.group.emails.${second}`)
      : t('modules.group.fields.email_settings');
    return { ...base, tab: 'emails', name };
  }
  const slot = field === 'schedule' ? values.schedule[Number(second)] : undefined;
  if (slot) return { ...base, tab: 'schedule', name: weekdayName(slot.day, locale) };
  const known = field in values ? (field as GroupField) : 'name';
  const name = t(`modules.group.fields.${known}`);
  const id =
    code === 'invalid_time' ? `${groupControlId(field)}-time` : groupControlId(language ? path : field);
  const tab = field === 'start_date' || field === 'end_date' || field === 'schedule' ? 'schedule' : 'basics';
  return { ...base, tab, name, id };
}

type PlaceContext = { values: GroupValues; catalogue: readonly FormField[]; t: T; locale: Locale };

function questionPlace(
  field: FieldValue | undefined,
  path: string,
  { language, ...context }: PlaceContext & { language: Language | undefined },
): Place {
  const inQuestion = path.includes('.question.');
  // Errors of the row as a whole lead to its buttons.
  const id =
    inQuestion || path.endsWith('.widget')
      ? groupControlId(path)
      : groupControlId(`${path.split('.', 2).join('.')}.remove`);
  return {
    tab: 'form',
    id,
    name: field
      ? context.t('modules.group.question.named', { name: fieldName(field, context) })
      : context.t('modules.group.fields.fields'),
    language,
    fieldKey: inQuestion ? field?.key : undefined,
  };
}

/** Name of a question of the form, for buttons, dialogs and errors. */
export function fieldName(field: FieldValue, { values, catalogue, t, locale }: PlaceContext): string {
  const texts = field.question?.name ?? catalogue.find((one) => one.id === field.form_field_id)?.name ?? {};
  const place = values.fields.findIndex((one) => one.key === field.key) + 1;
  return bestText(texts, locale).text || t('modules.group.question.unnamed', { place });
}

const lowerFirst = (text: string) => text.charAt(0).toLocaleLowerCase() + text.slice(1);

/** Problems in the order of the form, so that the summary reads from top to bottom. */
export function inFormOrder<P extends { path: string }>(problems: readonly P[], values: GroupValues): P[] {
  const order = Object.keys(values);
  const place = ({ path }: P) => order.indexOf(path.split('.')[0] ?? '');
  return problems.toSorted((a, b) => place(a) - place(b));
}

/** A line of the error summary: `Angleščina: ime skupine – Izpolnite to polje.` */
export function summaryLine(problem: Problem, place: Place, t: T): string {
  const message = problemText(problem, t);
  return place.language
    ? `${t(`layout.languages.${place.language}`)}: ${lowerFirst(place.name)} – ${message}`
    : `${place.name} – ${message}`;
}
