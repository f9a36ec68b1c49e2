import { createHash } from 'node:crypto';
import type { CalendarFeed } from '@vpisnik/contract/calendar-feeds';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText, type Language } from '@vpisnik/contract/rules/texts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import { loadDepartures } from '../sessions/departures.ts';
import { type CalendarGroup, type CalendarOptions, earliestOf, horizonOf } from './ical.ts';
import { placesOf } from './places.ts';
import { type KnownFeed, selectCalendarGroups, selectCalendarOrganization } from './queries.ts';

/** Content of a feed, with a hash that changes with it. */
export type FeedContent = {
  groups: CalendarGroup[];
  options: Omit<CalendarOptions, 'stamp' | 'sequence'>;
  hash: string;
};

/** How soon calendar programs should ask again, in seconds. */
const TTL = 3600;

/** What a calendar is called after its organisation or group. */
export const calendarNames: Record<Language, Record<CalendarFeed['kind'], string>> = {
  sl: { mine: 'moji termini', group: 'termini', organization: 'vsi termini' },
  en: { mine: 'my sessions', group: 'sessions', organization: 'all sessions' },
};

/** First day of the previous month: keeps recent sessions in calendars, whose start so moves only once a month. */
function monthBefore(today: string): string {
  const date = new Date(`${today.slice(0, 7)}-01T00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
}

/** Everything of a feed, as its owner may see it now; nothing about participants. */
export async function feedContent(scope: Scope, feed: KnownFeed, publicUrl: string): Promise<FeedContent> {
  const organization = found(await selectCalendarOrganization(scope));
  const { language } = feed;
  const today = localDay(new Date(), organization.time_zone);
  const first = earliestOf(today);
  const until = horizonOf(today);
  const rows = await selectCalendarGroups(scope, feed, monthBefore(today), until);
  const departuresOf = await loadDepartures(scope, first, until, feed.group_id ?? undefined);
  const groups = rows.map(({ location_name, location_address, leaders, created_at, ...group }) => ({
    ...group,
    // a group without a first day began when it was made: a series needs a beginning that stays
    start_date:
      group.start_date ??
      (group.schedule.length > 0 ? localDay(new Date(created_at), organization.time_zone) : null),
    place: [location_name, location_address].filter(Boolean).join(', '),
    places: placesOf(departuresOf(group.id)),
    lines: [organization.name, leaders.join(', ')],
    url: `${publicUrl}/groups/${group.id}`,
    departures: departuresOf(group.id),
  }));
  const [only] = groups;
  const about =
    feed.kind === 'group' && only ? bestText(only.name, language).text : calendarNames[language][feed.kind];
  const options = {
    name: `${organization.name}: ${about}`,
    time_zone: organization.time_zone,
    language,
    first,
    until,
    ttl: TTL,
  };
  // closed days are the same for all groups, so they are told once
  const told = groups.map(({ departures, ...group }) => ({ ...group, exceptions: departures.exceptions }));
  const hash = createHash('sha256')
    .update(JSON.stringify([options, groups[0]?.departures.closures, told]))
    .digest('base64url');
  return { groups, options, hash };
}
