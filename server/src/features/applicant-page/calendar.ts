import { applicationPath } from '@vpisnik/contract/rules/public-addresses';
import { groupName, type Language } from '@vpisnik/contract/rules/texts';
import type { Pools } from '../../db/connection/pools.ts';
import { asWorker } from '../../db/scope.ts';
import { groupCalendar, writtenDays } from '../calendar-feeds/group-calendar.ts';
import { wallTime } from '../sessions/coming.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { type Applicant, selectMeetings } from './queries.ts';

type Asked = { reference: string; language: Language | undefined; publicUrl: string };

/** All dates of an application's group for the applicant's own calendar; undefined for others. */
export async function applicantCalendar(
  pools: Pools,
  whose: Omit<Applicant, 'tx'>,
  { reference, language: asked, publicUrl }: Asked,
): Promise<{ label: string; calendar: string } | undefined> {
  const now = new Date();
  const read = await asWorker(pools.system, async (tx) => {
    const applicant = { tx, ...whose };
    const row = await selectMeetings(applicant, reference);
    if (!row) return undefined;
    const today = wallTime(now, row.organization.time_zone).day;
    const { first, until } = writtenDays(row.group, today);
    const departures = (await loadDepartures(applicant, first, until, row.group.id))(row.group.id);
    return { ...row, today, departures };
  });
  if (!read) return undefined;
  const { group, organization, today, departures } = read;
  const language = asked ?? read.language;
  // the name that texts fall back to is the group's in its best language
  const named = { ...group, name: { [language]: groupName(group, language) } };
  // never the applicant's own page, whose address opens it: calendars are shared and synchronised
  const url = publicUrl + applicationPath(organization, group);
  const said = { language, url, now, today, departures };
  return { label: group.label, calendar: await groupCalendar(named, organization, said) };
}
