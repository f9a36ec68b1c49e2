import { addDays } from '@vpisnik/contract/dates';
import type { PublicGroupPage } from '@vpisnik/contract/public';
import { localDay, localTime, type Slot } from '@vpisnik/contract/schedule';
import { sessionsBetween, takesPlace } from '@vpisnik/contract/timetable';
import { sql } from 'drizzle-orm';
import { groups } from '../../db/schema.ts';
import type { Choice } from '../closures/known.ts';
import { departuresBetween, type Written, writtenColumn } from '../sessions/departures.ts';

type Group = Pick<PublicGroupPage, 'id' | 'start_date' | 'end_date'> & {
  schedule: { day: string; start_time: string; duration: number }[];
};

/** How far ahead visitors are told of single dates, in days. */
const AHEAD = 61;
/** What is told at most: a list, not a calendar. */
const MOST_CHANGES = 8;

/** What departs from a group's schedule in the days that its page tells of, from today in whatever zone on. */
export const writtenAhead = writtenColumn(
  sql`current_date - 1`,
  sql`greatest(current_date, ${groups.start_date}) + ${sql.raw(String(AHEAD + 1))}`,
);

/**
 * The next session of a published group and what departs from its schedule from today on, until two months have passed,
 * since its first day when that is still to come: something may be added before it.
 */
export function comingSessions(
  group: Group,
  { time_zone: timeZone, ...choice }: Choice & { time_zone: string },
  written: Written,
): Pick<PublicGroupPage, 'next_session' | 'changes'> {
  const now = new Date();
  const today = localDay(now, timeZone);
  const begin = group.start_date && group.start_date > today ? group.start_date : today;
  const to = addDays(begin, AHEAD);
  const departuresOf = departuresBetween(written, choice, today, to);
  const departures = departuresOf(group.id);
  const nameOf = new Map(departures.exceptions.map((one) => [one.location_id, one.location_name]));
  const sessions = sessionsBetween(
    { ...group, schedule: group.schedule as Slot[] },
    today,
    to,
    departures,
  ).map(({ other_location_id, ...session }) => ({
    ...session,
    other_location_name: other_location_id === null ? null : (nameOf.get(other_location_id) ?? null),
  }));
  const time = localTime(now, timeZone);
  const isAhead = ({ date, start_time }: { date: string; start_time: string }) =>
    date > today || start_time > time;
  const ahead = sessions.filter(isAhead);
  return {
    next_session: ahead.find(takesPlace) ?? null,
    changes: ahead.filter(({ state }) => state !== 'regular').slice(0, MOST_CHANGES),
  };
}
