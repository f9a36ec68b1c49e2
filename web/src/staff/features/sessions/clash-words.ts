import { bestText } from '@vpisnik/contract/common';
import { formatDay } from '@vpisnik/contract/rules/format';
import type { ScheduleClash } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';

/** Describes a schedule's clash, a sentence per location and leader that is taken; `place` names the location. */
export function useClashWords(): (clash: ScheduleClash, place: string) => string[] {
  const { t, locale } = useI18n();
  return ({ group_name, date, count, location, leaders }, place) => {
    const group = group_name && bestText(group_name, locale).text;
    const when = t('modules.schedule.clash_dates', { count, date: formatDay(date, locale) });
    // a group outside the user's scope comes without a name
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
