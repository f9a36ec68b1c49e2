import type { MailLanguage, SectionLabels } from './template.ts';

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/** A weekly meeting: local wall time `HH:MM`, duration in minutes. */
export type Slot = { day: string; start_time: string; duration: number };

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

const weekdays: readonly string[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] satisfies Weekday[];

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
export function formatDay(day: string, language: MailLanguage): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return language === 'sl' ? `${date}. ${month}. ${year}` : `${date} ${months[month - 1]} ${year}`;
}

/** From the first to the last day; either may be open. Empty when both are. */
export function formatDays(from: string | null, to: string | null, language: MailLanguage): string {
  const { since, until } = words[language];
  if (from === null) return to === null ? '' : `${until} ${formatDay(to, language)}`;
  if (to === null) return `${since} ${formatDay(from, language)}`;
  return from === to
    ? formatDay(from, language)
    : `${formatDay(from, language)} – ${formatDay(to, language)}`;
}

/** `17:30–18:45`; a slot past midnight ends in the small hours. */
export function formatTimes(slot: Slot): string {
  const start = minutesOf(slot.start_time);
  return `${formatTime(start)}–${formatTime(start + slot.duration)}`;
}

/** The week in words: `torek in četrtek, 17:30–18:45; sobota, 9:00–10:00`. Empty without slots. */
export function formatSchedule(schedule: readonly Slot[], language: MailLanguage): string {
  const { days, and } = words[language];
  const byTimes = new Map<string, string[]>();
  for (const slot of inWeekOrder(schedule)) {
    const times = formatTimes(slot);
    byTimes.set(times, [...(byTimes.get(times) ?? []), days[weekdays.indexOf(slot.day)] ?? '']);
  }
  return [...byTimes].map(([times, names]) => `${enumerate(names, and)}, ${times}`).join('; ');
}

/**
 * The first session that has not begun yet, or null when the group has no weekly times or has ended.
 * `first` says whether it is the very first one: the group starts with it.
 */
export function comingSession(
  group: Pick<GroupFacts, 'schedule' | 'start_date' | 'end_date'>,
  now: { day: string; time: string },
): { day: string; slot: Slot; first: boolean } | null {
  const opening = group.start_date === null ? null : sessionFrom(group.schedule, group.start_date, '');
  const first = opening !== null && opening.day + opening.slot.start_time > now.day + now.time;
  const session = first ? opening : sessionFrom(group.schedule, now.day, now.time);
  if (!session || (group.end_date !== null && session.day > group.end_date)) return null;
  return { ...session, first };
}

/** `četrtek, 17. 9. 2026, ob 17:30` · `Thursday, 17 Sep 2026, at 17:30` */
export function formatSession(session: { day: string; slot: Slot }, language: MailLanguage): string {
  const { days, at } = words[language];
  const time = formatTime(minutesOf(session.slot.start_time));
  return `${days[weekdayOf(session.day)]}, ${formatDay(session.day, language)}, ${at} ${time}`;
}

/** The facts of a group that are known, in the order they are read. */
export function groupFacts(
  group: GroupFacts,
  language: MailLanguage,
  now: { day: string; time: string },
): Fact[] {
  const session = comingSession(group, now);
  const place = [group.location?.name, group.location?.address].filter(Boolean).join(', ');
  const dates = formatDays(group.start_date, group.end_date, language);
  const facts: Fact[] = [
    { label: 'schedule', value: formatSchedule(group.schedule, language) },
    // the first session tells when a weekly group starts; a camp has only its dates
    { label: 'dates', value: group.schedule.length === 0 ? dates : '' },
    { label: 'location', value: place },
    {
      label: session?.first ? 'first_session' : 'next_session',
      value: session ? formatSession(session, language) : '',
    },
    { label: 'price', value: group.price },
  ];
  return facts.filter((fact) => fact.value !== '');
}

/** Day and time of an instant on the wall of a zone. */
export function wallTime(instant: Date, timeZone: string): { day: string; time: string } {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(instant);
  const [day = '', time = ''] = text.split(' ');
  return { day, time };
}

/** The first session that begins after `time` on `day`. */
function sessionFrom(
  schedule: readonly Slot[],
  day: string,
  time: string,
): { day: string; slot: Slot } | null {
  const slots = inWeekOrder(schedule);
  // eight days: today's weekday comes again when its time has passed
  for (let offset = 0; offset < 8; offset++) {
    const candidate = addDays(day, offset);
    const name = weekdays[weekdayOf(candidate)];
    const slot = slots.find((one) => one.day === name && (offset > 0 || one.start_time > time));
    if (slot) return { day: candidate, slot };
  }
  return null;
}

function inWeekOrder(schedule: readonly Slot[]): Slot[] {
  return [...schedule].sort(
    (a, b) =>
      weekdays.indexOf(a.day) - weekdays.indexOf(b.day) || minutesOf(a.start_time) - minutesOf(b.start_time),
  );
}

function enumerate(names: string[], and: string): string {
  return names.length < 2 ? names.join('') : names.slice(0, -1).join(', ') + and + names.at(-1);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function formatTime(minutes: number): string {
  return `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`;
}

// days are counted in UTC, where every one has 24 hours
function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
