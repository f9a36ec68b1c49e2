import { participantStatuses } from '@vpisnik/contract/participants';
import { personFacts } from '@vpisnik/contract/rules/application-form';
import { existing } from '@vpisnik/contract/rules/dates';
import { formatDay } from '@vpisnik/contract/rules/format';
import { languages } from '@vpisnik/contract/rules/texts';
import type { ComparedField } from '@vpisnik/contract/same-person';
import type { MessageKey } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import type { Translate } from '../../../../lib/text/translate.ts';

type T = Translate<MessageKey>;

const named = ['name', 'email', 'language', 'notes', ...personFacts] as const;

/** What a compared field is called on the screen. */
export function fieldLabel({ key, label }: Pick<ComparedField, 'key' | 'label'>, t: T): string {
  if (label !== null) return label;
  if (key === 'status') return t('modules.participant.list.column_status');
  if (key === 'application_date') return t('modules.participant.list.column_date');
  const known = named.find((one) => one === key);
  return known ? t(`modules.participant.fields.${known}`) : key;
}

/** What one of two applications says in a field, as it is read; empty where it says nothing. */
export function fieldValue({ key, type }: ComparedField, value: string, t: T, locale: Locale): string {
  const status = key === 'status' && participantStatuses.find((one) => one === value);
  if (status) return t(`modules.participant.status.${status}`);
  const language = key === 'language' && languages.find((one) => one === value);
  if (language) return t(`layout.languages.${language}`);
  const day = type === 'date' ? existing(value) : null;
  return day ? formatDay(day, locale) : value;
}
