import type { Language } from '@vpisnik/contract/common';
import { formatMeeting, formatPeriod, formatWeek } from '@vpisnik/contract/rules/format';
import type { Slot } from '@vpisnik/contract/rules/schedule';
import type { SectionLabel } from '@vpisnik/contract/rules/templates';
import { placesOf } from '../calendar-feeds/places.ts';
import { nextSession, type WallTime } from '../sessions/coming.ts';
import type { WrittenDepartures } from '../sessions/departures.ts';

/** One ruled line of a mail: a label, or a question in the organisation's words, and its value. */
export type Fact = { label: SectionLabel; question?: string; value: string };

/** Names joined as they are read, each once. */
export const listed = (names: readonly string[], language: Language): string =>
  new Intl.ListFormat(language).format(new Set(names));

/** What a mail tells about a group; days are `YYYY-MM-DD` in the organisation's zone. */
export type GroupFacts = {
  schedule: readonly Slot[];
  start_date: string | null;
  end_date: string | null;
  location: { name: string; address: string } | null;
  price: string;
};

/**
 * The facts of a group that are known, in the order they are read.
 *
 * @param comes false for people without a place: a meeting that is named is one that families come to
 */
export function groupFacts(
  group: GroupFacts,
  language: Language,
  now: WallTime,
  { departures, comes = true }: { departures?: WrittenDepartures; comes?: boolean } = {},
): Fact[] {
  const session = comes ? nextSession(group, now, departures) : undefined;
  const elsewhere = departures && placesOf(departures)[session?.other_location_id ?? ''];
  const place = [group.location?.name, group.location?.address].filter(Boolean).join(', ');
  const dates = formatPeriod(group.start_date, group.end_date, language);
  const facts: Fact[] = [
    { label: 'schedule', value: formatWeek(group.schedule, language) },
    // the first session tells when a weekly group starts; a camp has only its dates
    { label: 'dates', value: group.schedule.length === 0 ? dates : '' },
    { label: 'location', value: place },
    {
      label: session?.first ? 'first_session' : 'next_session',
      value: session ? [formatMeeting(session, language), elsewhere].filter(Boolean).join(', ') : '',
    },
    { label: 'price', value: group.price },
  ];
  return facts.filter((fact) => fact.value !== '');
}
