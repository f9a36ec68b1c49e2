import { months } from '@vpisnik/contract/rules/calendar-words';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, days, endTime, minutesOf } from '@vpisnik/contract/rules/schedule';
import type { Session } from '@vpisnik/contract/sessions';
import type { Locale } from '../../../lib/text/locale.ts';

/** The Monday of a day's week, both `YYYY-MM-DD`. */
export const mondayOf = (day: string): string => addDays(day, -days.indexOf(dayOf(day)));

/** The seven days from a Monday on; calendar days, so a change of clocks adds and drops none. */
export const daysOf = (monday: string): string[] => Array.from({ length: 7 }, (_, at) => addDays(monday, at));

/** Weeks from one Monday to another; negative when `to` is earlier. */
export const weeksBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (7 * 86_400_000);

/** Whether a session is over at a moment of the organisation's clock; it may last over midnight. */
export function hasEnded(
  { date, start_time, duration }: Pick<Session, 'date' | 'start_time' | 'duration'>,
  now: { day: string; time: string },
): boolean {
  const days = Math.floor((minutesOf(start_time) + duration) / (24 * 60));
  return `${addDays(date, days)} ${endTime({ start_time, duration })}` <= `${now.day} ${now.time}`;
}

/** A week as a title: `14.–20. september 2026`, `28. september – 4. oktober 2026`. */
export function formatWeek(monday: string, locale: Locale): string {
  const sunday = addDays(monday, 6);
  const [from, to] = [partsOf(monday, locale), partsOf(sunday, locale)];
  if (from.month === to.month && from.year === to.year)
    return `${from.date}–${to.date} ${to.month} ${to.year}`;
  const start =
    from.year === to.year ? `${from.date} ${from.month}` : `${from.date} ${from.month} ${from.year}`;
  return `${start} – ${to.date} ${to.month} ${to.year}`;
}

function partsOf(day: string, locale: Locale) {
  const instant = new Date(`${day}T00:00Z`);
  const date = instant.getUTCDate();
  return {
    date: locale === 'sl' ? `${date}.` : `${date}`,
    month: months[locale][instant.getUTCMonth()],
    year: instant.getUTCFullYear(),
  };
}
