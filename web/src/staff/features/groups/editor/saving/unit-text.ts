import { bestText, languages } from '@vpisnik/contract/common';
import type { FormField } from '@vpisnik/contract/form-fields';
import type { Group } from '@vpisnik/contract/groups';
import { formatDateTime, formatDay, formatSchedule } from '@vpisnik/contract/rules/format';
import type { Unit } from '../../../../../lib/form/merge.ts';
import { useI18n } from '../../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../../lib/time/use-time-zone.ts';
import type { References } from '../references.ts';
import {
  type EmailSetting,
  type FieldValue,
  type GroupField,
  type GroupValues,
  type SlotValue,
  slotOf,
} from '../values.ts';

/** Names and values of conflicting units, in words. */
export function useUnitText(saved: Group, references: References) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();

  const nameOf = (unit: Unit): string => {
    const [field, part] = unit.split('.') as [GroupField, string?];
    if (field === 'email_settings')
      return t(`modules.group.emails.${part as keyof GroupValues['email_settings']}`);
    const name = t(`modules.group.fields.${field}`);
    const language = languages.find((one) => one === part);
    return language ? `${name} (${t(`layout.languages_within.${language}`)})` : name;
  };

  const referred = (field: GroupField, id: string): string => {
    if (field === 'category_id') {
      const category = references.categories.find((one) => one.id === id);
      return bestText(category?.name ?? saved.category_name, locale).text;
    }
    if (field === 'location_id')
      return references.locations.find((one) => one.id === id)?.name ?? saved.location_name ?? id;
    const leader = [...references.leaders, ...saved.leaders].find((one) => one.id === id);
    return leader?.name ?? t('modules.group.hints.unknown_leader');
  };

  const questions = (fields: readonly FieldValue[]): string => {
    const catalogue = (id: string | null): FormField | undefined =>
      references.formFields.find((one) => one.id === id);
    const names = fields.map(
      (one) => bestText(one.question?.name ?? catalogue(one.form_field_id)?.name ?? {}, locale).text,
    );
    return t('modules.group.conflict.questions', { count: fields.length, names: names.join(', ') });
  };

  const mail = ({ enabled, template_id, recipient }: EmailSetting): string => {
    if (!enabled) return t('modules.group_emails.off');
    const template = references.templates.find((one) => one.id === template_id)?.name;
    const known = template_id ? (template ?? t('modules.group_emails.unknown_template')) : null;
    return `${known ?? t('modules.group_emails.default_template')}, ${t(`modules.group_emails.recipients.${recipient}`)}`;
  };

  const textOf = (unit: Unit, value: unknown): string => {
    const field = unit.split('.')[0] as GroupField;
    const isEmpty = value === null || value === undefined || value === '';
    if (isEmpty || (Array.isArray(value) && value.length === 0)) return t('modules.group.conflict.empty');
    switch (field) {
      case 'languages':
        return (value as GroupValues['languages']).map((one) => t(`layout.languages.${one}`)).join(', ');
      case 'leader_ids':
        return (value as string[]).map((id) => referred(field, id)).join(', ');
      case 'category_id':
      case 'location_id':
        return referred(field, value as string);
      case 'start_date':
      case 'end_date':
        return formatDay(value as string, locale);
      case 'apply_from':
      case 'apply_until':
        return formatDateTime(value as string, { locale, timeZone });
      case 'schedule':
        return formatSchedule((value as SlotValue[]).map(slotOf), locale);
      case 'when_full':
        return t(`modules.group.when_full.${value as GroupValues['when_full']}`);
      case 'offer_mode':
        return t(`modules.group.offer_mode.${value as GroupValues['offer_mode']}`);
      case 'fields':
        return questions(value as FieldValue[]);
      case 'banner_id':
        return t('modules.group.conflict.picture');
      case 'email_settings':
        return mail(value as EmailSetting);
      default:
        return String(value);
    }
  };
  return { nameOf, textOf };
}
