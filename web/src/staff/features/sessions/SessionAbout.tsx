import { bestText } from '@vpisnik/contract/common';
import { formatDay, formatTimeRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from './schedule.module.css';

/** The date that a sheet is about, and its group: a calendar shows those of many, often at the same hour. */
export function SessionAbout({ session }: { session: Session }) {
  const { locale } = useI18n();
  const { group_name, date } = session;
  const group = bestText(group_name, locale);
  return (
    <div className={classes.about}>
      <p lang={group.language}>{group.text}</p>
      <p>{`${weekdayName(dayOf(date), locale)}, ${formatDay(date, locale)}, ${formatTimeRange(session, locale)}`}</p>
    </div>
  );
}
