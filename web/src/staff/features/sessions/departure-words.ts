import { bestText } from '@vpisnik/contract/common';
import { formatDay, formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';

type Dated = Pick<Session, 'date' | 'start_time' | 'state' | 'reason' | 'moved_from'>;

/** Describes a session's departure from the schedule with its reason; empty for a regular session. */
export function useDepartureWords(): (session: Dated) => string {
  const { t, locale } = useI18n();
  return ({ date, start_time, state, reason, moved_from }) => {
    const why = bestText(reason, locale).text;
    const word = !goesAhead({ state }) ? 'cancelled' : state === 'held' ? 'held' : 'added';
    const at = (from: NonNullable<Session['moved_from']>) =>
      `${weekdayName(dayOf(from.date), locale, 'short')} ${formatDay(from.date, locale)}, ${formatTime(from.start_time, locale)}`;
    // at its own time it is only somewhere else, which its place says
    const isAtItsTime = moved_from?.date === date && moved_from.start_time === start_time;
    const what =
      state === 'regular' || isAtItsTime
        ? ''
        : moved_from
          ? t('modules.dashboard.moved_from', { at: at(moved_from) })
          : t(`modules.dashboard.state.${word}`);
    return [what, why].filter(Boolean).join(': ');
  };
}
