import type { PublicGroupPage, PublicOrganization } from '@vpisnik/contract/public';
import { dayOf, days, endTime, minutesOf, type Slot } from '@vpisnik/contract/schedule';
import { bestText, type Language } from '@vpisnik/contract/texts';
import { zoneRules } from './calendar-zone.ts';

type Meetings = Pick<
  PublicGroupPage,
  'id' | 'name' | 'schedule' | 'start_date' | 'end_date' | 'location_name' | 'location_address'
>;

const DAY = 24 * 60 * 60 * 1000;
/** Years for which the clock changes of a series without an end are written out. */
const OPEN_ENDED_YEARS = 5;

const addDays = (date: string, count: number) =>
  new Date(Date.parse(`${date}T00:00Z`) + count * DAY).toISOString().slice(0, 10);
const compact = (text: string) => text.replaceAll(/[-:]/g, '');

/** Whether there is anything to put into a calendar. */
export const hasMeetings = ({ schedule, start_date }: Meetings): boolean =>
  schedule.length > 0 || start_date !== null;

/**
 * The meetings of a group as iCalendar (RFC 5545): weekly series in wall time of the organisation's zone, so that a
 * class at 17:30 is at 17:30 in summer and winter. A group without weekly times is one event over its days. The UIDs
 * stay the same, so that adding it again changes nothing.
 *
 * @param today the organisation's day; a group that has no first day or has begun is written from its first meeting
 */
export function groupCalendar(
  group: Meetings,
  organization: Pick<PublicOrganization, 'name' | 'time_zone'>,
  { language, url, now, today }: { language: Language; url: string; now: Date; today: string },
): string {
  const place = [group.location_name, group.location_address].filter(Boolean).join(', ');
  const common = [
    `DTSTAMP:${compact(now.toISOString().slice(0, 19))}Z`,
    `SUMMARY:${escaped(bestText(group.name, language).text)}`,
    `DESCRIPTION:${escaped(`${organization.name}\n${url}`)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    `URL:${url}`,
  ];
  const event = (uid: string, lines: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@vpisnik`,
    ...lines,
    ...common,
    'END:VEVENT',
  ];
  const first = group.start_date ?? today;
  const zone = organization.time_zone;
  const weekly = group.schedule.flatMap((slot) => {
    const date = firstOn(slot, first);
    if (group.end_date && date > group.end_date) return [];
    return event(`${group.id}-${slot.day}-${compact(slot.start_time)}`, [
      `DTSTART;TZID=${zone}:${at(date, slot.start_time)}`,
      `DTEND;TZID=${zone}:${at(endDay(date, slot), endTime(slot))}`,
      `RRULE:FREQ=WEEKLY${group.end_date ? `;UNTIL=${lastInstant(group.end_date)}` : ''}`,
    ]);
  });
  const whole =
    group.schedule.length === 0 && group.start_date
      ? event(group.id, [
          `DTSTART;VALUE=DATE:${compact(group.start_date)}`,
          `DTEND;VALUE=DATE:${compact(addDays(group.end_date ?? group.start_date, 1))}`,
        ])
      : [];
  const lastYear = Number((group.end_date ?? first).slice(0, 4)) + (group.end_date ? 0 : OPEN_ENDED_YEARS);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vpisnik//Vpisnik//SL',
    'CALSCALE:GREGORIAN',
    ...(weekly.length > 0 ? zoneRules(zone, Number(first.slice(0, 4)), lastYear) : []),
    ...weekly,
    ...whole,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const at = (date: string, time: string) => `${compact(date)}T${compact(time)}00`;
const firstOn = (slot: Slot, from: string) =>
  addDays(from, (days.indexOf(slot.day) - days.indexOf(dayOf(from)) + 7) % 7);
/** The day on which a meeting ends; late ones end on the next. */
const endDay = (date: string, slot: Slot) =>
  addDays(date, Math.floor((minutesOf(slot.start_time) + slot.duration) / (24 * 60)));
/**
 * After every meeting of the last day and before any of a week later, whatever the zone: half a day of slack is more
 * than any zone is away from UTC, and a weekly meeting has seven days of it.
 */
const lastInstant = (day: string) => `${compact(addDays(day, 1))}T120000Z`;

/** A text value: separators and line breaks are escaped, other control characters are not allowed at all. */
function escaped(text: string): string {
  return (
    text
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\;')
      .replaceAll(',', '\\,')
      .replaceAll(/\r\n?|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in it
      .replaceAll(/[\u0000-\u001f\u007f]/g, '')
  );
}

/** A line in pieces of at most 75 bytes, none of which splits a character. */
function folded(line: string): string {
  const pieces = [''];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      pieces.push(' ');
      bytes = 1;
    }
    pieces[pieces.length - 1] += character;
    bytes += size;
  }
  return pieces.join('\r\n');
}
