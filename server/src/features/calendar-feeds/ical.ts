import { setImmediate } from 'node:timers/promises';
import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, days, minutesOf, type Slot } from '@vpisnik/contract/rules/schedule';
import { bestText, type Language, type Texts } from '@vpisnik/contract/rules/texts';
import {
  type Departures,
  goesAhead,
  isElsewhere,
  type PlannedSession,
  plannedBetween,
  remaining,
} from '@vpisnik/contract/rules/timetable';
import ical, { foldLines, type ICalEventData, ICalEventRepeatingFreq } from 'ical-generator';
import { WallTime } from './wall-time.ts';
import { zoneRules } from './zone.ts';

/** A group as a calendar tells about it. */
export type CalendarGroup = {
  id: string;
  name: Texts;
  schedule: readonly Slot[];
  start_date: string | null;
  end_date: string | null;
  /** Where it is, and further lines under its name. */
  place: string;
  lines: readonly string[];
  url: string;
  departures: Departures;
  /** The places of sessions that are elsewhere, by the id of their location. */
  places?: Readonly<Record<string, string>>;
};

export type CalendarOptions = {
  name?: string;
  time_zone: string;
  language: Language;
  /** The first day that is written; series begin on it or later. */
  first: string;
  /** The last day for which single dates are. */
  until: string;
  /** When the calendar last changed, and how often it has. */
  stamp: Date;
  sequence: number;
  /** How soon programs should ask again, in seconds. */
  ttl?: number;
};

/**
 * After the last meeting of a slot up to a day and before the one of a week later, whatever the zone: half a day of
 * slack is more than any zone is away from UTC, and a weekly meeting has seven days of it.
 */
function lastInstant({ day }: Slot, end: string): Date {
  const since = (days.indexOf(dayOf(end)) - days.indexOf(day) + 7) % 7;
  return new Date(`${addDays(end, 1 - since)}T12:00Z`);
}

/** The last day for which single dates are written out, closed ones among them: the end of the year after next. */
export const horizonOf = (today: string): string => `${Number(today.slice(0, 4)) + 2}-12-31`;

/** The earliest day that a calendar goes back to, the beginning of last year: groups that go on for decades end nowhere. */
export const earliestOf = (today: string): string => `${Number(today.slice(0, 4)) - 1}-01-01`;

/** Milliseconds of writing after which others have their turn. */
const TURN_MS = 10;

/**
 * Groups as iCalendar (RFC 5545): weekly series in wall time of the organisation's zone, so that a class at 17:30 is at
 * 17:30 in summer and winter. Cancelled sessions become EXDATE, moved ones RECURRENCE-ID, added ones events of their own. A
 * group without weekly times is one event over its days. UIDs are stable.
 *
 * Written group by group: a thousand of them are a second of work, which other requests don't wait for.
 */
export async function calendarText(
  groups: readonly CalendarGroup[],
  options: CalendarOptions,
): Promise<string> {
  const { time_zone, first, until } = options;
  const empty = ical({
    prodId: { company: 'Vpisnik', product: 'Vpisnik', language: options.language.toUpperCase() },
    ...(options.name && { name: plain(options.name) }),
    ...(options.ttl && { ttl: options.ttl }),
  });
  const [end, ...head] = empty.toString().split('\r\n').reverse();
  const events: string[] = [];
  let since = performance.now();
  for (const group of groups) {
    events.push(eventsOf(group, options));
    if (performance.now() - since < TURN_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  const isZoned = events.some((text) => text.includes(';TZID='));
  const [from, to] = [Number(first.slice(0, 4)), Number(until.slice(0, 4)) + 3];
  const zone = isZoned ? zoneRules(time_zone, from, to) : [];
  return [...head.reverse(), ...zone, `${events.join('')}${end}`, ''].join('\r\n');
}

type Written = {
  id: string;
  date: string;
  start_time: string;
  duration: number;
  reason?: Texts;
  other_location_id?: string | null;
};
type More = Pick<ICalEventData, 'repeating' | 'recurrenceId'>;

/** The events of a group, each line ended. */
function eventsOf(group: CalendarGroup, options: CalendarOptions): string {
  // no zone of the calendar's own: then instants are written in UTC, as UNTIL has to be
  const calendar = ical();
  const write = (session: Written, more: More = {}) =>
    calendar.createEvent({
      ...commonOf(whereabouts(group, session), options, session.reason),
      ...more,
      id: `${session.id}@vpisnik`,
      start: new WallTime(session.date, minutesOf(session.start_time)),
      end: new WallTime(session.date, minutesOf(session.start_time) + session.duration),
      timezone: options.time_zone,
    });
  const planned = plannedBetween(group, options.first, options.until, group.departures);
  const sessions = new Set(remaining(planned));
  const inSeries = new Set<string | null>();
  for (const slot of group.schedule) {
    const series = seriesOf(slot, group, planned, sessions, options.first);
    for (const { exception_id } of series.moved) inSeries.add(exception_id);
    if (!series.start) continue;
    const id = `${group.id}-${slot.day}-${slot.start_time.replace(':', '')}`;
    const at = (date: string) => new WallTime(date, minutesOf(slot.start_time));
    write(
      { ...slot, id, date: series.start },
      {
        repeating: {
          freq: ICalEventRepeatingFreq.WEEKLY,
          ...(group.end_date && { until: lastInstant(slot, group.end_date) }),
          ...(series.excluded.length > 0 && { exclude: series.excluded.map(at) }),
        },
      },
    );
    for (const { origin, ...session } of series.moved)
      write({ ...session, id }, { recurrenceId: at(origin) });
  }
  // added, or moved from a date that no series has
  for (const session of sessions)
    if (isElsewhere(session) && !inSeries.has(session.exception_id))
      write({ ...session, id: session.exception_id ?? '' });
  if (group.schedule.length === 0 && sessions.size === 0 && group.start_date !== null)
    calendar.createEvent({
      ...commonOf(group, options),
      id: `${group.id}@vpisnik`,
      allDay: true,
      start: new WallTime(group.start_date),
      end: new WallTime(addDays(group.end_date ?? group.start_date, 1)),
    });
  return calendar
    .events()
    .map((event) => foldLines(event.toString()))
    .join('');
}

type Moved = Omit<Written, 'id'> & { exception_id: string; origin: string };

/**
 * The series of one slot: its start, excluded dates and moved sessions. A session replaced by an added one stays excluded,
 * as it was on the closed day, so that calendars don't change when the day is open again. Moved sessions are included even
 * outside the written days: otherwise the series would keep them on their old dates.
 */
function seriesOf(
  slot: Slot,
  group: CalendarGroup,
  planned: readonly PlannedSession[],
  sessions: ReadonlySet<PlannedSession>,
  first: string,
) {
  const begin = group.start_date && group.start_date > first ? group.start_date : first;
  const isOf = (date: string, start_time: string) =>
    start_time === slot.start_time && dayOf(date) === slot.day;
  const moved = group.departures.exceptions.flatMap((exception): Moved[] => {
    const { id, kind, date, start_time, new_date, new_start_time, new_duration, location_id, reason } =
      exception;
    if (kind !== 'moved' || !date || !start_time || !new_date || !new_start_time || !new_duration) return [];
    if (!isOf(date, start_time) || date < begin || (group.end_date && date > group.end_date)) return [];
    return [
      {
        exception_id: id,
        origin: date,
        date: new_date,
        start_time: new_start_time,
        duration: new_duration,
        other_location_id: location_id,
        reason,
      },
    ];
  });
  const own = planned.filter((session) => !isElsewhere(session) && isOf(session.date, session.start_time));
  const isHeld = (session: PlannedSession) => goesAhead(session) && sessions.has(session);
  const excluded = own.filter((session) => !isHeld(session)).map(({ date }) => date);
  const held = own.filter(isHeld).map(({ date }) => date);
  const start = [...held.slice(0, 1), ...moved.map(({ origin }) => origin)].toSorted()[0];
  return { moved, start, excluded: excluded.filter((date) => start !== undefined && date > start) };
}

/** A group as it is where one of its sessions is. */
const whereabouts = (group: CalendarGroup, { other_location_id }: Written): CalendarGroup =>
  other_location_id ? { ...group, place: group.places?.[other_location_id] ?? group.place } : group;

function commonOf(group: CalendarGroup, { language, stamp, sequence }: CalendarOptions, reason: Texts = {}) {
  const lines = [bestText(reason, language).text, ...group.lines, group.url];
  return {
    stamp,
    sequence,
    summary: plain(bestText(group.name, language).text),
    description: lines.filter(Boolean).map(plain).join('\n'),
    ...(group.place && { location: plain(group.place) }),
    url: group.url,
  };
}

/** A text without what a calendar must not hold; line breaks are written as such. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '');
}
