import type { Language } from '@vpisnik/contract/common';
import { dayOf, days, endTime, type Slot, sortedSlots } from '@vpisnik/contract/schedule';
import { placesOf } from '../features/calendar/places.ts';
import { nextSession, type WallTime } from '../features/sessions/coming.ts';
import type { WrittenDepartures } from '../features/sessions/departures.ts';
import type { SectionLabels } from './template.ts';

/** One ruled line of a mail: which label, and what stands behind it. */
export type Fact = { label: keyof SectionLabels; value: string };

/** What a mail tells about a group; days are `YYYY-MM-DD` in the organisation's zone. */
export type GroupFacts = {
  schedule: readonly Slot[];
  start_date: string | null;
  end_date: string | null;
  location: { name: string; address: string } | null;
  price: string;
};

const words = {
  sl: {
    days: ['ponedeljek', 'torek', 'sreda', 'četrtek', 'petek', 'sobota', 'nedelja'],
    and: ' in ',
    at: 'ob',
    since: 'od',
    until: 'do',
  },
  en: {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    and: ' and ',
    at: 'at',
    since: 'from',
    until: 'until',
  },
};

// not Intl's: en-GB says "Sept", en-US "Sep"
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day `YYYY-MM-DD` in words: `17. 9. 2026`, `17 Sep 2026`. */
export function formatDay(day: string, language: Language): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return language === 'sl' ? `${date}. ${month}. ${year}` : `${date} ${months[month - 1]} ${year}`;
}

/** From the first to the last day; either may be open. Empty when both are. */
export function formatDays(from: string | null, to: string | null, language: Language): string {
  const { since, until } = words[language];
  if (from === null) return to === null ? '' : `${until} ${formatDay(to, language)}`;
  if (to === null) return `${since} ${formatDay(from, language)}`;
  return from === to
    ? formatDay(from, language)
    : `${formatDay(from, language)} – ${formatDay(to, language)}`;
}

/** The week in words: `torek in četrtek, 17:30–18:45; sobota, 9:00–10:00`. Empty without slots. */
export function formatSchedule(schedule: readonly Slot[], language: Language): string {
  const { and } = words[language];
  const byTimes = new Map<string, string[]>();
  for (const slot of sortedSlots(schedule)) {
    const times = `${formatTime(slot.start_time)}–${formatTime(endTime(slot))}`;
    byTimes.set(times, [...(byTimes.get(times) ?? []), dayName(slot.day, language)]);
  }
  return [...byTimes].map(([times, names]) => `${enumerate(names, and)}, ${times}`).join('; ');
}

/** `četrtek, 17. 9. 2026, ob 17:30` · `Thursday, 17 Sep 2026, at 17:30` */
function formatSession(session: { date: string; start_time: string }, language: Language): string {
  const day = `${dayName(dayOf(session.date), language)}, ${formatDay(session.date, language)}`;
  return `${day}, ${words[language].at} ${formatTime(session.start_time)}`;
}

/** The facts of a group that are known, in the order they are read. */
export function groupFacts(
  group: GroupFacts,
  language: Language,
  now: WallTime,
  departures?: WrittenDepartures,
): Fact[] {
  const session = nextSession(group, now, departures);
  const elsewhere = departures && placesOf(departures)[session?.other_location_id ?? ''];
  const place = [group.location?.name, group.location?.address].filter(Boolean).join(', ');
  const dates = formatDays(group.start_date, group.end_date, language);
  const facts: Fact[] = [
    { label: 'schedule', value: formatSchedule(group.schedule, language) },
    // the first session tells when a weekly group starts; a camp has only its dates
    { label: 'dates', value: group.schedule.length === 0 ? dates : '' },
    { label: 'location', value: place },
    {
      label: session?.first ? 'first_session' : 'next_session',
      value: session ? [formatSession(session, language), elsewhere].filter(Boolean).join(', ') : '',
    },
    { label: 'price', value: group.price },
  ];
  return facts.filter((fact) => fact.value !== '');
}

function dayName(day: Slot['day'], language: Language): string {
  return words[language].days[days.indexOf(day)] ?? '';
}

function enumerate(names: string[], and: string): string {
  return names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + and + names.at(-1);
}

function formatTime(time: string): string {
  return time.replace(/^0/, '');
}
