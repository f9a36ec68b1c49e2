import { weekdayList, weekdayName } from '@vpisnik/contract/rules/format';
import { type Day, days as weekdays } from '@vpisnik/contract/rules/schedule';
import type { Locale } from '../../lib/text/locale.ts';
import classes from './WeekStrip.module.css';

/** The week at a glance: meeting days tinted, their full names as hidden text. */
export function WeekStrip({ days, locale }: { days: readonly Day[]; locale: Locale }) {
  return (
    <span className={classes.week}>
      <span className={classes.days} aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day} data-on={days.includes(day) || undefined}>
            {weekdayName(day, locale, 'narrow')}
          </span>
        ))}
      </span>
      <span className="vh">{weekdayList(days, locale)}</span>
    </span>
  );
}
