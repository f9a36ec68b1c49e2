import type { PublicGroupPage, PublicOrganization } from '@vpisnik/contract/public';
import type { Language } from '@vpisnik/contract/texts';
import type { Departures } from '@vpisnik/contract/timetable';
import { calendarText, horizonOf } from './ical.ts';

type Meetings = Pick<
  PublicGroupPage,
  'id' | 'name' | 'schedule' | 'start_date' | 'end_date' | 'location_name' | 'location_address'
>;

type Asked = { language: Language; url: string; now: Date; today: string; departures: Departures };

/** Whether there is anything to put into a calendar. */
export const hasMeetings = ({ schedule, start_date }: Meetings): boolean =>
  schedule.length > 0 || start_date !== null;

/**
 * The meetings of a published group, for a visitor's own calendar.
 *
 * @param today the organisation's day; a group without a first day is written from its next meeting
 */
export function groupCalendar(
  group: Meetings,
  organization: Pick<PublicOrganization, 'name' | 'time_zone'>,
  { language, url, now, today, departures }: Asked,
): string {
  const place = [group.location_name, group.location_address].filter(Boolean).join(', ');
  return calendarText([{ ...group, place, lines: [organization.name], url, departures }], {
    time_zone: organization.time_zone,
    language,
    first: today,
    until: horizonOf(today),
    stamp: now,
    sequence: 0,
  });
}
