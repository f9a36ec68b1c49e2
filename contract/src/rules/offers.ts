/** Places offered to people in the queue for a time: pure rules that the server, the staff screens and the public pages share. */
import { addDays } from './dates.ts';
import { localDay, localTime } from './schedule.ts';

/** How a group gives free places to its queue. */
export const offerModes = ['by_hand', 'proposed', 'automatic'] as const;
export type OfferMode = (typeof offerModes)[number];

/** Hours that an offer stands: what a group has until it says otherwise, and its bounds. */
export const offerHours = { usual: 48, least: 12, most: 336 } as const;

/** An offer ends at a time of day when people look at their mail: not before the first, nor after the last. */
export const offerTimes = { first: '08:00', last: '21:00' } as const;

/** An offer that would stand for less is not made, in milliseconds. */
const SHORTEST = 2 * 3_600_000;

/** Closed days that are passed over at most: longer than any break. */
const MOST_DAYS = 400;

/** What the deadlines of a group's offers depend on. */
export type OfferCalendar = {
  time_zone: string;
  /** Whether the organisation is closed on a day, `YYYY-MM-DD`. */
  isClosed: (day: string) => boolean;
  /** When the group meets for the last time; null where no end is known. */
  last_start: Date | null;
};

/** Whether an offer may end at an instant: by day, on an open day, before the group's last session begins. */
export function mayEnd(until: Date, { time_zone, isClosed, last_start }: OfferCalendar): boolean {
  const time = wall(until, time_zone).slice(11);
  const isByDay = time >= `${offerTimes.first}:00.000` && time <= `${offerTimes.last}:00.000`;
  return isByDay && !isClosed(localDay(until, time_zone)) && (last_start === null || until <= last_start);
}

/**
 * When an offer made now ends: the given hours later, else at the next moment at which it may. Where that would be after the
 * beginning of the group's last session, at the last moment before.
 *
 * @returns null where less than two hours would remain
 */
export function offerDeadline(now: Date, hours: number, calendar: OfferCalendar): Date | null {
  const wished = nextMoment(new Date(now.getTime() + hours * 3_600_000), calendar);
  const { last_start } = calendar;
  const until = wished && last_start && wished > last_start ? lastMoment(last_start, calendar) : wished;
  return until && until.getTime() - now.getTime() >= SHORTEST ? until : null;
}

/** When people are reminded of an offer: at half of its time, else at the next moment by day; null where that is too late. */
export function offerReminder(offered: Date, until: Date, calendar: OfferCalendar): Date | null {
  const half = new Date((offered.getTime() + until.getTime()) / 2);
  const at = nextMoment(half, { ...calendar, isClosed: () => false });
  return at && until.getTime() - at.getTime() >= SHORTEST / 2 ? at : null;
}

/** The first moment from an instant on at which an offer may end, whatever the group's end is. */
function nextMoment(from: Date, { time_zone, isClosed }: OfferCalendar): Date | null {
  const [first, time] = [localDay(from, time_zone), localTime(from, time_zone)];
  if (!isClosed(first) && mayEnd(from, { time_zone, isClosed, last_start: null })) return from;
  for (let ahead = time < offerTimes.first ? 0 : 1; ahead < MOST_DAYS; ahead += 1) {
    const day = addDays(first, ahead);
    if (!isClosed(day)) return instantOf(day, offerTimes.first, time_zone);
  }
  return null;
}

/** The last moment until an instant at which an offer may end. */
function lastMoment(until: Date, { time_zone, isClosed }: OfferCalendar): Date | null {
  if (mayEnd(until, { time_zone, isClosed, last_start: null })) return until;
  const [last, time] = [localDay(until, time_zone), localTime(until, time_zone)];
  for (let back = time >= offerTimes.last ? 0 : 1; back < MOST_DAYS; back += 1) {
    const day = addDays(last, -back);
    if (!isClosed(day)) return instantOf(day, offerTimes.last, time_zone);
  }
  return null;
}

/** Day and time of an instant on the clocks of a zone, to the millisecond: `YYYY-MM-DD HH:MM:SS.mmm`. */
function wall(instant: Date, timeZone: string): string {
  // zones differ from UTC by whole minutes
  return `${localDay(instant, timeZone)} ${localTime(instant, timeZone)}:${instant.toISOString().slice(17, 23)}`;
}

/** The instant of a local day and time by day, when no clock is changed. */
function instantOf(day: string, time: string, timeZone: string): Date {
  const wished = Date.parse(`${day}T${time}Z`);
  const shown = (at: number) => Date.parse(`${wall(new Date(at), timeZone).replace(' ', 'T')}Z`);
  const near = wished - (shown(wished) - wished);
  // on a day of a change of clocks the first guess may be an hour off
  return new Date(near - (shown(near) - wished));
}
