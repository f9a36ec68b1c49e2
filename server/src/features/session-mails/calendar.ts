import { minutesOf } from '@vpisnik/contract/rules/schedule';
import type { Language } from '@vpisnik/contract/rules/texts';
import ical, { foldLines, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator';
import type { KnownSession } from '../../db/schema.ts';
import type { MailAttachment } from '../../mail/transport.ts';
import { plain } from '../calendar-feeds/ical.ts';
import { WallTime } from '../calendar-feeds/wall-time.ts';
import { zoneRules } from '../calendar-feeds/zone.ts';
import type { DateChange } from './changes.ts';
import { dateWords } from './words.ts';

/** The changed dates of a group, as a calendar tells about them. */
export type ChangedGroup = {
  name: string;
  /** How often dates of the group were changed and told. */
  sequence: number;
  changes: readonly DateChange[];
  /** Where a date is, in words. */
  placeOf: (session: KnownSession) => string;
};

type Options = {
  time_zone: string;
  language: Language;
  stamp: Date;
  organizer: { name: string; email: string };
};

/**
 * Changed dates as a file of iCalendar (RFC 5546), with the identities of the feeds, so that programs which know the dates
 * change them. Dates that are cancelled alone ask programs to take them out; the others are published, since an invitation
 * would ask parents for an answer.
 */
export function calendarFile(groups: readonly ChangedGroup[], options: Options): MailAttachment {
  const { language, time_zone } = options;
  const isCancelled = groups.every(({ changes }) => changes.every(({ now }) => now === null));
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH;
  const calendar = ical({
    prodId: { company: 'Vpisnik', product: 'Vpisnik', language: language.toUpperCase() },
    method,
  });
  const [end, ...head] = calendar.toString().split('\r\n').reverse();
  const written = groups.flatMap((group) =>
    group.changes.flatMap((change) => eventsOf(group, change, options)),
  );
  const years = groups
    .flatMap(({ changes }) => changes.flatMap(({ was, now }) => [was, now]))
    .flatMap((session) => (session ? [session.date, session.origin?.date ?? session.date] : []))
    .map((date) => Number(date.slice(0, 4)));
  const zone = zoneRules(time_zone, Math.min(...years), Math.max(...years));
  return {
    name: dateWords[language].file,
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from([...head.reverse(), ...zone, `${written.join('')}${end}`, ''].join('\r\n')),
  };
}

/** A date as it is now, and as it is no more where it has another identity. */
function eventsOf(group: ChangedGroup, { was, now, reason }: DateChange, options: Options): string[] {
  const isSame = was?.uid === now?.uid && was?.origin?.date === now?.origin?.date;
  const events: string[] = [];
  if (was && !isSame) events.push(eventOf(group, was, ICalEventStatus.CANCELLED, options, reason));
  if (now) events.push(eventOf(group, now, ICalEventStatus.CONFIRMED, options, reason));
  return events;
}

function eventOf(
  { name, sequence, placeOf }: ChangedGroup,
  session: KnownSession,
  status: ICalEventStatus,
  { time_zone, language, stamp, organizer }: Options,
  reason: DateChange['reason'],
): string {
  const { uid, origin, date, start_time, duration } = session;
  const place = placeOf(session);
  const event: ICalEventData = {
    id: `${uid}@vpisnik`,
    sequence,
    stamp,
    status,
    // a parameter can hold neither quotes nor line breaks
    organizer: { ...organizer, name: plain(organizer.name).replaceAll(/["\n]/g, ' ') },
    summary: plain(name),
    start: new WallTime(date, minutesOf(start_time)),
    end: new WallTime(date, minutesOf(start_time) + duration),
    timezone: time_zone,
    ...(origin && { recurrenceId: new WallTime(origin.date, minutesOf(origin.start_time)) }),
    ...(place && { location: plain(place) }),
    ...(reason[language] && { description: plain(reason[language]) }),
  };
  return foldLines(ical().createEvent(event).toString());
}
