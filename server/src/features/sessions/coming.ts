import { addDays } from '@vpisnik/contract/rules/dates';
import { localDay, localTime } from '@vpisnik/contract/rules/schedule';
import { goesAhead, inOrder, type PlannedSession, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import type { WrittenDepartures } from './departures.ts';

type Scheduled = Parameters<typeof sessionsBetween>[0];

/** Day and time of an instant on the wall of a zone. */
export type WallTime = { day: string; time: string };

/** An instant on the wall of a zone. */
export function wallTime(instant: Date, timeZone: string): WallTime {
  return { day: localDay(instant, timeZone), time: localTime(instant, timeZone) };
}

/** How far ahead people are told of single dates, in days: longer than any break. */
export const AHEAD_DAYS = 61;

/**
 * The last day that people are told of: two months from a day on, or from the group's first day when that is still to
 * come.
 */
export function lastAhead({ start_date }: Pick<Scheduled, 'start_date'>, day: string): string {
  return addDays(start_date !== null && start_date > day ? start_date : day, AHEAD_DAYS);
}

/**
 * The sessions of a group that people are told of and that have not begun yet, cancelled ones included. Before its first
 * day there may be some that were added.
 */
export function sessionsAhead(
  group: Scheduled,
  now: WallTime,
  departures?: WrittenDepartures,
): PlannedSession[] {
  return sessionsBetween(group, now.day, lastAhead(group, now.day), departures).filter(
    ({ date, start_time }) => `${date} ${start_time}` > `${now.day} ${now.time}`,
  );
}

type NextSession = PlannedSession & { first: boolean };

/**
 * The next session that takes place, or null when none is planned. `first` says whether it is the first one since the
 * group's first day: the group starts with it.
 */
export function nextSession(
  group: Scheduled,
  now: WallTime,
  departures?: WrittenDepartures,
): NextSession | null {
  return nextOf(group, sessionsAhead(group, now, departures), departures);
}

/** The same of sessions that `sessionsAhead` has told already. */
export function nextOf(
  group: Scheduled,
  ahead: readonly PlannedSession[],
  departures?: WrittenDepartures,
): NextSession | null {
  const next = ahead.find(goesAhead);
  if (!next) return null;
  const { start_date } = group;
  const season = start_date
    ? sessionsBetween(group, start_date, lastAhead(group, start_date), departures)
    : [];
  const opening = season.find(goesAhead);
  return { ...next, first: opening !== undefined && inOrder(opening, next) === 0 };
}
