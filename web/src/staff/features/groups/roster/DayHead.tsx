import { formatShortDay, formatTime } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { Meeting } from './PrintedRoster.tsx';
import classes from './roster-print.module.css';

type DayHeadProps = {
  /** Missing where the day is written in by hand. */
  meeting: Meeting | undefined;
  coming: readonly Meeting[];
};

/** Head of a column of boxes; on a day with two sessions, the day alone would head both. */
export function DayHead({ meeting, coming }: DayHeadProps) {
  const { locale } = useI18n();
  const className = `${classes.day} num`;
  // a header without text would be none
  if (!meeting) return <td className={className} />;
  const isTwice = coming.filter(({ date }) => date === meeting.date).length > 1;
  return (
    <th scope="col" className={className}>
      {formatShortDay(meeting.date, locale)}
      {isTwice && <span> {formatTime(meeting.start_time, locale)}</span>}
    </th>
  );
}
