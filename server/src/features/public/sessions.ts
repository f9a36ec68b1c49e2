import type { PublicGroupPage } from '@vpisnik/contract/public';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import type { PlannedSession } from '@vpisnik/contract/rules/timetable';
import { sql } from 'drizzle-orm';
import { groups } from '../../db/schema.ts';
import type { Choice } from '../closures/known.ts';
import { AHEAD_DAYS, lastAhead, nextOf, sessionsAhead, wallTime } from '../sessions/coming.ts';
import { departuresBetween, type Written, writtenColumn } from '../sessions/departures.ts';

type Group = Pick<PublicGroupPage, 'id' | 'start_date' | 'end_date'> & {
  schedule: { day: string; start_time: string; duration: number }[];
};

/** Changes listed at most: a list, not a calendar. */
const MOST_CHANGES = 8;

/** Exceptions in the days that a group's page shows; starts a day early, so that today is included in every zone. */
export const writtenAhead = writtenColumn(
  sql`current_date - 1`,
  sql`greatest(current_date, ${groups.start_date}) + ${sql.raw(String(AHEAD_DAYS + 1))}`,
);

/**
 * The next session of a published group and what departs from its schedule from today on, until two months have passed,
 * since its first day when that is still to come: something may be added before it.
 */
export function comingSessions(
  group: Group,
  { time_zone: timeZone, ...choice }: Choice & { time_zone: string },
  written: Written,
  at: Date,
): Pick<PublicGroupPage, 'next_session' | 'changes'> {
  const now = wallTime(at, timeZone);
  const departures = departuresBetween(written, choice, now.day, lastAhead(group, now.day))(group.id);
  const nameOf = new Map(departures.exceptions.map((one) => [one.location_id, one.location_name]));
  const shown = <Session extends PlannedSession>({ other_location_id, ...session }: Session) => ({
    ...session,
    other_location_name: other_location_id === null ? null : (nameOf.get(other_location_id) ?? null),
  });
  const scheduled = { ...group, schedule: group.schedule as Slot[] };
  const ahead = sessionsAhead(scheduled, now, departures);
  const next = nextOf(scheduled, ahead, departures);
  return {
    next_session: next && shown(next),
    changes: ahead
      .filter(({ state }) => state !== 'regular')
      .slice(0, MOST_CHANGES)
      .map(shown),
  };
}
