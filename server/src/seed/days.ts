import { addDays } from '@vpisnik/contract/rules/dates';
import { type Day, dayOf, days, localDay } from '@vpisnik/contract/rules/schedule';

/** Where both schools of the demo are. */
const zone = 'Europe/Ljubljana';

/** The demo's calendar: everything is so many days before or after the day it was seeded. */
export type Calendar = {
  /** The moment from which hours are counted back. */
  now: Date;
  /** The day so many days from today, `YYYY-MM-DD`. */
  day: (offset: number) => string;
  /** A day of the week so many weeks from the present one, `YYYY-MM-DD`. */
  weekday: (weeks: number, name: Day) => string;
  /** The instant so many hours ago, RFC 3339. */
  ago: (hours: number) => string;
};

/**
 * @param today `YYYY-MM-DD`; without it, today, and the last applications have only just arrived
 */
export function calendarOf(today?: string): Calendar {
  const now = today ? new Date(`${today}T12:00:00Z`) : new Date();
  const day = (offset: number) => addDays(localDay(now, zone), offset);
  return {
    now,
    day,
    weekday: (weeks, name) => day(weeks * 7 + days.indexOf(name) - days.indexOf(dayOf(day(0)))),
    ago: (hours) => new Date(now.getTime() - hours * 3_600_000).toISOString(),
  };
}
