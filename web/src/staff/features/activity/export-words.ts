import type { ParticipantFilter } from '@vpisnik/contract/participants';
import { formatDay } from '@vpisnik/contract/rules/format';
import { bestText, type Language, type Texts } from '@vpisnik/contract/rules/texts';
import type { MessageKey, useI18n } from '../../../lib/text/i18n.ts';

export type I18n = Pick<ReturnType<typeof useI18n>, 't' | 'locale'>;

/** Names of what a filter asks for by its id, as they were at that time. */
export type FilterNames = Record<string, Texts | string>;

/** A filter as the log keeps it: that there was a search, and of sensitive answers the field alone. */
export type LoggedFilter = Omit<ParticipantFilter, 'search'> & { search?: unknown };

/** What the log keeps of an export. */
type Exported = {
  format?: string;
  count?: number;
  filter?: LoggedFilter;
  names?: FilterNames;
  sensitive_reason?: string;
};

/** An export in words: file, number, filter, and why sensitive answers were in it. */
export function exportFacts(changes: Record<string, unknown>, { t, locale }: I18n): string[] {
  const { format = '', count = 0, filter, names = {}, sensitive_reason } = changes as Exported;
  return [
    format.toUpperCase(),
    t('modules.activity.exported.count', { count }),
    ...(filter ? filterFacts(filter, names, { t, locale }) : []),
    ...(sensitive_reason ? [t('modules.activity.exported.sensitive', { reason: sensitive_reason })] : []),
  ].filter(Boolean);
}

const named = ['group_id', 'category_id', 'location_id', 'leader_id'] as const;

/** A filter of participants in words, one for each of its parts. */
export function filterFacts(filter: LoggedFilter, names: FilterNames, { t, locale }: I18n): string[] {
  const nameOf = (id: string) => nameIn(names[id], locale) ?? t('modules.activity.exported.gone');
  const of = (label: MessageKey, values: readonly string[] = []) =>
    values.length > 0 ? [`${t(label)}: ${values.join(', ')}`] : [];
  const day = (label: MessageKey, value: string | undefined) =>
    of(label, value ? [formatDay(value, locale)] : []);
  const number = (label: MessageKey, value: number | undefined) =>
    of(label, value === undefined ? [] : [String(value)]);
  return [
    ...(filter.search ? [t('modules.participant.filters.search')] : []),
    ...of(
      'modules.participant.list.column_status',
      filter.status?.map((one) => t(`modules.participant.status.${one}`)),
    ),
    ...named.flatMap((part) => of(labels[part], filter[part]?.map(nameOf))),
    ...of(
      'modules.participant.filters.period',
      filter.period?.map((one) => t(`modules.participant.filters.periods.${one}`)),
    ),
    ...of(
      'modules.participant.filters.language',
      filter.language?.map((one) => t(`modules.participant.filters.languages.${one}`)),
    ),
    ...of(
      'modules.participant.filters.source',
      filter.source?.map((one) => t(`modules.participant.filters.sources.${one}`)),
    ),
    ...of(
      'modules.participant.filters.look',
      filter.look?.map((one) => t(`modules.participant.filters.looks.${one}`)),
    ),
    ...day('modules.activity.exported.applied_from', filter.applied_from),
    ...day('modules.activity.exported.applied_to', filter.applied_to),
    ...number('modules.participant.filters.age_from', filter.age_from),
    ...number('modules.participant.filters.age_to', filter.age_to),
    ...day('modules.participant.filters.age_on', filter.age_on),
    ...(filter.answer ?? []).map((one) => {
      const [name, value] = [nameOf(one.slice(0, 36)), one.slice(37)];
      return value ? `${name}: ${answerWord(value, t)}` : name;
    }),
    ...(filter.overdue ? [t('modules.activity.exported.overdue')] : []),
  ];
}

const labels: Record<(typeof named)[number], MessageKey> = {
  group_id: 'modules.participant.list.column_group',
  category_id: 'modules.participant.filters.category',
  location_id: 'modules.participant.filters.location',
  leader_id: 'modules.participant.filters.leader',
};

/** A name in the reader's language, or in another one. */
export const nameIn = (name: Texts | string | undefined, locale: Language) =>
  typeof name === 'object' ? bestText(name, locale).text : name;

function answerWord(value: string, t: I18n['t']): string {
  if (value === '*') return t('modules.participant.filters.answered');
  if (value === '!') return t('modules.participant.filters.unanswered');
  if (value === 'true' || value === 'false') return t(`modules.participant.filters.tick.${value}`);
  return value;
}
