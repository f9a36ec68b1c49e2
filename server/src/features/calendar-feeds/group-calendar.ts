import type { PublicGroupPage, PublicOrganization } from '@vpisnik/contract/public';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { WrittenDepartures } from '../sessions/departures.ts';
import { calendarText, earliestOf, horizonOf } from './ical.ts';
import { placesOf } from './places.ts';

type Meetings = Pick<
  PublicGroupPage,
  'id' | 'name' | 'schedule' | 'start_date' | 'end_date' | 'location_name' | 'location_address'
>;

type Asked = { language: Language; url: string; now: Date; today: string; departures: WrittenDepartures };

/** Whether there is anything to put into a calendar; a group may have single dates alone. */
export const hasMeetings = ({
  schedule,
  start_date,
  next_session,
}: Pick<PublicGroupPage, 'schedule' | 'start_date' | 'next_session'>): boolean =>
  schedule.length > 0 || start_date !== null || next_session !== null;

/**
 * The days that are written out of a group: of one without a first day, from its next meeting on.
 *
 * @param today the organisation's day
 */
export const writtenDays = ({ start_date }: Pick<Meetings, 'start_date'>, today: string) => ({
  first: start_date && start_date < today ? ([start_date, earliestOf(today)].toSorted()[1] ?? today) : today,
  until: horizonOf(today),
});

/** The meetings of a published group, for a visitor's own calendar; `departures` are those of its written days. */
export function groupCalendar(
  group: Meetings,
  organization: Pick<PublicOrganization, 'name' | 'time_zone'>,
  { language, url, now, today, departures }: Asked,
): Promise<string> {
  const place = [group.location_name, group.location_address].filter(Boolean).join(', ');
  return calendarText(
    [{ ...group, place, places: placesOf(departures), lines: [organization.name], url, departures }],
    {
      time_zone: organization.time_zone,
      language,
      ...writtenDays(group, today),
      stamp: now,
      sequence: 0,
    },
  );
}
