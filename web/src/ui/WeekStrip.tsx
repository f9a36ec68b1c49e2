import { type Weekday, weekdayList, weekdayName, weekdays } from '../lib/format.ts';
import type { Locale } from '../lib/locale.ts';
import classes from './WeekStrip.module.css';

/** The week at a glance: meeting days tinted, their full names as hidden text. */
export function WeekStrip({ days, locale }: { days: readonly Weekday[]; locale: Locale }) {
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
