import { dayOf, days, minutesOf, type Slot } from '@vpisnik/contract/schedule';
import { bestText, type Language, type Texts } from '@vpisnik/contract/texts';
import {
  type Departures,
  type PlannedSession,
  sessionsBetween,
  takesPlace,
} from '@vpisnik/contract/timetable';
import ical, { type ICalCalendar, type ICalEventData, ICalEventRepeatingFreq } from 'ical-generator';
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
};

export type CalendarOptions = {
  name?: string;
  time_zone: string;
  language: Language;
  /** The first day that is written, from which on groups without a first day are; what was added before a group's own is. */
  first: string;
  /** The last day for which single dates are. */
  until: string;
  /** When the calendar last changed, and how often it has. */
  stamp: Date;
  sequence: number;
  /** How soon programs should ask again, in seconds. */
  ttl?: number;
};

const DAY_MS = 86_400_000;
const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

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

/**
 * Groups as iCalendar (RFC 5545): weekly series in wall time of the organisation's zone, so that a class at 17:30 is at
 * 17:30 in summer and winter; what is cancelled is excluded, what is moved says which session it was, what is added
 * stands alone. A group without weekly times is one event over its days. UIDs stay the same from one time to the next.
 */
export function calendarText(groups: readonly CalendarGroup[], options: CalendarOptions): string {
  const { time_zone, first, until } = options;
  const years = groups.flatMap(({ start_date }) => Number((start_date ?? first).slice(0, 4)));
  const [from, to] = [Math.min(Number(first.slice(0, 4)), ...years), Number(until.slice(0, 4)) + 3];
  const calendar = ical({
    prodId: { company: 'Vpisnik', product: 'Vpisnik', language: options.language.toUpperCase() },
    ...(options.name && { name: plain(options.name) }),
    ...(options.ttl && { ttl: options.ttl }),
    // no zone of the calendar's own: then instants are written in UTC, as UNTIL has to be
    timezone: { name: null, generator: () => zoneRules(time_zone, from, to).join('\r\n') },
  });
  for (const group of groups) addGroup(calendar, group, options);
  return `${calendar.toString()}\r\n`;
}

type Written = { id: string; date: string; start_time: string; duration: number; reason?: Texts };
type More = Pick<ICalEventData, 'repeating' | 'recurrenceId'>;

function addGroup(calendar: ICalCalendar, group: CalendarGroup, options: CalendarOptions): void {
  const write = (session: Written, more: More = {}) =>
    calendar.createEvent({
      ...commonOf(group, options, session.reason),
      ...more,
      id: `${session.id}@vpisnik`,
      start: new WallTime(session.date, minutesOf(session.start_time)),
      end: new WallTime(session.date, minutesOf(session.start_time) + session.duration),
      timezone: options.time_zone,
    });
  const { first, until } = options;
  const from = group.start_date && group.start_date < first ? group.start_date : first;
  const sessions = sessionsBetween(group, from, until, group.departures);
  const inSeries = new Set<PlannedSession>();
  for (const slot of group.schedule) {
    const series = seriesOf(slot, sessions);
    for (const session of series.all) inSeries.add(session);
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
    for (const { moved_from, ...session } of series.moved)
      write({ ...session, id }, { recurrenceId: at(moved_from.date) });
  }
  // added, or moved from a slot that the schedule has no more
  for (const session of sessions)
    if (!inSeries.has(session) && takesPlace(session)) write({ ...session, id: session.exception_id ?? '' });
  if (group.schedule.length === 0 && sessions.length === 0 && group.start_date !== null)
    calendar.createEvent({
      ...commonOf(group, options),
      id: `${group.id}@vpisnik`,
      allDay: true,
      start: new WallTime(group.start_date),
      end: new WallTime(addDays(group.end_date ?? group.start_date, 1)),
    });
}

type Moved = PlannedSession & { moved_from: { date: string } };

/** The sessions of one slot: where its series starts, what is left out of it, and what is moved. */
function seriesOf({ day, start_time }: Slot, sessions: readonly PlannedSession[]) {
  const all = sessions.filter((session) => {
    const { moved_from, state } = session;
    const origin = state === 'added' ? null : (moved_from ?? session);
    return origin !== null && origin.start_time === start_time && dayOf(origin.date) === day;
  });
  const moved = all.filter((session): session is Moved => session.moved_from !== null);
  const excluded = all.filter((session) => !takesPlace(session)).map(({ date }) => date);
  const held = all.filter(takesPlace).map(({ date, moved_from }) => moved_from?.date ?? date);
  const start = held.toSorted()[0];
  return { all, moved, start, excluded: excluded.filter((date) => start !== undefined && date > start) };
}

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
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '');
}
