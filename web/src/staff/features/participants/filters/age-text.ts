import { formatDay } from '@vpisnik/contract/rules/format';
import type { useI18n } from '../../../../lib/text/i18n.ts';
import type { ParticipantsSearch } from '../address.ts';

type Words = Pick<ReturnType<typeof useI18n>, 't' | 'locale'>;

/** The chosen ages in words; empty without any. */
export function ageText({ age_from, age_to, age_on }: ParticipantsSearch, { t, locale }: Words): string[] {
  if (age_from === undefined && age_to === undefined) return [];
  const years =
    age_from === undefined
      ? t('modules.participant.filters.age_up_to', { count: age_to ?? 0 })
      : age_to === undefined
        ? t('modules.participant.filters.age_at_least', { count: age_from })
        : age_from === age_to
          ? t('modules.participant.filters.age_exactly', { count: age_to })
          : t('modules.participant.filters.age_between', { from: age_from, count: age_to });
  return [
    age_on ? t('modules.participant.filters.age_then', { years, day: formatDay(age_on, locale) }) : years,
  ];
}
