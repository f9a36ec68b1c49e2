import { addDays } from '@vpisnik/contract/rules/dates';
import { type OfferCalendar, offerTimes } from '@vpisnik/contract/rules/offers';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { goesAhead, sessionsBetween } from '@vpisnik/contract/rules/timetable';
import { loadDepartures } from '../sessions/departures.ts';
import type { OfferingGroup, Reader } from './queries.ts';

/** Days after the group's last one on which moved or added sessions are looked for, and for which closed days are read. */
const AFTER = 61;
/** How far closed days are read of a group without an end. */
const AHEAD = 400;

/** What deadlines of a group's offers depend on, from now on. */
export async function calendarOf(reader: Reader, group: OfferingGroup, now: Date): Promise<OfferCalendar> {
  const { id, time_zone, end_date, schedule } = group;
  const today = localDay(now, time_zone);
  const last = addDays(
    end_date !== null && end_date > today ? end_date : today,
    end_date === null ? AHEAD : AFTER,
  );
  const departures = (await loadDepartures(reader, today, last, id))(id);
  const { closures } = departures;
  const isClosed = (day: string) =>
    closures.some(({ start_date, end_date }) => start_date <= day && day <= end_date);
  if (end_date === null) return { time_zone, isClosed, last_start: null };
  const session = sessionsBetween(group, today, last, departures).findLast(goesAhead);
  const start = session ?? { date: end_date, start_time: schedule.length > 0 ? '00:00' : offerTimes.last };
  return { time_zone, isClosed, last_start: instantOf(start, time_zone) };
}

const instantOf = ({ date, start_time }: { date: string; start_time: string }, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${date}T${start_time}`).toZonedDateTime(timeZone).epochMilliseconds);
