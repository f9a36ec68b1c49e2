import { bestText } from '@vpisnik/contract/common';
import { formatDay } from '@vpisnik/contract/rules/format';
import type { ScheduleClash } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';

/** With whom something clashes, in words: who else has the place or a leader then. */
export function useClashWords(): (clash: ScheduleClash, place: string) => string[] {
  const { t, locale } = useI18n();
  return ({ group_name, date, count, location, leaders }, place) => {
    const group = group_name && bestText(group_name, locale).text;
    const when = t('modules.schedule.clash_dates', { count, date: formatDay(date, locale) });
    // of a group that one may not see it is only told that it is there
    const taken = group
      ? t('modules.dashboard.clash_place', { place, group })
      : t('modules.schedule.place_taken', { place });
    const leading = (leader: string) =>
      group
        ? t('modules.dashboard.clash_leader', { leader, group })
        : t('modules.schedule.leader_taken', { leader });
    return [
      ...(location ? [`${taken}, ${when}.`] : []),
      ...leaders.map(({ name }) => `${leading(name)}, ${when}.`),
    ];
  };
}
