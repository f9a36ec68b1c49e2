import { dayOf } from '@vpisnik/contract/rules/schedule';
import type { Texts } from '@vpisnik/contract/rules/texts';
import { goesAhead, isElsewhere, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import type { KnownSession } from '../../db/schema.ts';
import type { WrittenDepartures } from '../sessions/departures.ts';

/** A group as far as its dates go by it. */
export type DatedGroup = { id: string; location_id: string | null } & Parameters<typeof sessionsBetween>[0];

/** A date of a group: when and where it is, or null when it does not take place, and why it departs from the schedule. */
export type PlannedDate = { known: KnownSession | null; reason: Texts };

/**
 * The dates of a group between two days by what they are: a date of the schedule wherever it was moved, or an added one.
 * Their identities are those of the calendar feeds.
 */
export function datesOf(
  group: DatedGroup,
  departures: WrittenDepartures,
  from: string,
  to: string,
): Map<string, PlannedDate> {
  return new Map(
    sessionsBetween(group, from, to, departures).map((session) => {
      const { date, start_time, duration, reason, exception_id } = session;
      const origin = isElsewhere(session) ? session.moved_from : { date, start_time };
      const series = origin && seriesOf(group, origin);
      const known: KnownSession = {
        uid: series ?? exception_id ?? '',
        origin: series ? origin : null,
        ...{ date, start_time, duration },
        location_id: session.other_location_id ?? group.location_id,
      };
      const key = origin ? `${origin.date} ${origin.start_time}` : (exception_id ?? '');
      return [key, { known: goesAhead(session) ? known : null, reason }];
    }),
  );
}

/** The series of a calendar that a date of the schedule belongs to; null when the schedule has lost it. */
function seriesOf(
  { id, schedule, start_date, end_date }: DatedGroup,
  { date, start_time }: { date: string; start_time: string },
): string | null {
  const day = dayOf(date);
  const isPlanned =
    schedule.some((slot) => slot.day === day && slot.start_time === start_time) &&
    (start_date === null || date >= start_date) &&
    (end_date === null || date <= end_date);
  return isPlanned ? `${id}-${day}-${start_time.replace(':', '')}` : null;
}
