/** Days, times, periods, ages and money in words: the same in mails, on public pages and on staff screens. */
import { inWords, months, recentDays, weekdays } from './calendar-words.ts';
import { numberFormat } from './formatters.ts';
import { type Day, dayOf, days, endTime, localDay, localTime, type Slot, sortedSlots } from './schedule.ts';
import type { Language } from './texts.ts';

/** Tags whose formats of numbers, days and times are those of the design. */
const tags: Record<Language, string> = { sl: 'sl-SI', en: 'en-GB' };

/** A calendar day `YYYY-MM-DD` as running text: `1. 9. 2026`, `1 Sep 2026`. */
export function formatDay(day: string, language: Language): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (language === 'sl') return `${date}. ${month}. ${year}`;
  return `${date} ${months.en[month - 1]?.slice(0, 3)} ${year}`;
}

/** A calendar day in words: `sobota, 1. september 2018`, `Saturday, 1 September 2018`. */
export function formatDayInWords(day: string, language: Language): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const words = months[language][month - 1];
  return `${weekdayName(dayOf(day), language)}, ${date}${language === 'sl' ? '.' : ''} ${words} ${year}`;
}

/** Two calendar days as a span; either end may be open. */
export function formatDayRange(from: string | null, to: string | null, language: Language): string {
  return `${from ? formatDay(from, language) : ''} – ${to ? formatDay(to, language) : ''}`.trim();
}

/** A day without its year, where there is little room: `17. 9.`, `17 Sep`. */
export function formatShortDay(day: string, language: Language): string {
  return formatDay(day, language).slice(0, -5);
}

/** A wall time `HH:MM`: `9:30` in Slovenian, `09:30` in English. */
export function formatTime(time: string, language: Language): string {
  return language === 'sl' ? time.replace(/^0(?=\d)/, '') : time;
}

/** `17:30–18:45`. */
export function formatTimeRange(slot: Omit<Slot, 'day'>, language: Language): string {
  return `${formatTime(slot.start_time, language)}–${formatTime(endTime(slot), language)}`;
}

/** The calendar day and wall time of an instant in a time zone. */
export function inZone(instant: string | Date, timeZone: string): { day: string; time: string } {
  const at = new Date(instant);
  return { day: localDay(at, timeZone), time: localTime(at, timeZone) };
}

type InZone = { locale: Language; timeZone: string; now?: Date };

/** An instant in a list: `danes, 17:02`, `včeraj, 21:07`, and the day alone when it is older or to come. */
export function formatInstant(instant: string, { locale, timeZone, now = new Date() }: InZone): string {
  const { day, time } = inZone(instant, timeZone);
  const age = (Date.parse(inZone(now, timeZone).day) - Date.parse(day)) / 86_400_000;
  if (age !== 0 && age !== 1) return formatDay(day, locale);
  return `${recentDays[locale][age]}, ${formatTime(time, locale)}`;
}

/** An instant in full: `14. 9. 2026, 17:02`. */
export function formatDateTime(instant: string, { locale, timeZone }: InZone): string {
  const { day, time } = inZone(instant, timeZone);
  return `${formatDay(day, locale)}, ${formatTime(time, locale)}`;
}

/** Exact decimals with their currency: `85,00 €`, `€85.00`. */
export function formatMoney(amount: string, currency: string, language: Language): string {
  const format = numberFormat(tags[language], { style: 'currency', currency, useGrouping: 'always' });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** The name of a day of the week: `torek`, short `tor.`, or one capital letter. */
export function weekdayName(
  day: Day,
  language: Language,
  style: 'long' | 'short' | 'narrow' = 'long',
): string {
  const name = weekdays[language][days.indexOf(day)] ?? '';
  if (style === 'narrow') return name.charAt(0).toUpperCase();
  return style === 'long' ? name : `${name.slice(0, 3)}${language === 'sl' ? '.' : ''}`;
}

/** `torek in četrtek`, in the order of the week, each day once. */
export function weekdayList(among: readonly Day[], language: Language): string {
  const names = days.filter((day) => among.includes(day)).map((day) => weekdayName(day, language));
  return inWords(names, language);
}

/** The time that all slots share, or null when they differ or there are none. */
export function sharedTime(slots: readonly Slot[]): Omit<Slot, 'day'> | null {
  const [first] = slots;
  if (!first) return null;
  const same = slots.every(
    (slot) => slot.start_time === first.start_time && slot.duration === first.duration,
  );
  return same ? { start_time: first.start_time, duration: first.duration } : null;
}

/** A weekly schedule in few words: `torek in četrtek, 17:30–18:45`, or `tor. 17:30, čet. 18:00` when times differ. */
export function formatSchedule(slots: readonly Slot[], language: Language): string {
  const time = sharedTime(slots);
  if (time) return daysAt(slots, language, formatTimeRange(time, language));
  return sortedSlots(slots)
    .map((slot) => `${weekdayName(slot.day, language, 'short')} ${formatTime(slot.start_time, language)}`)
    .join(', ');
}

/** A weekly schedule in full: `torek in četrtek, 17:30–18:45; sobota, 9:00–10:00`. Empty without slots. */
export function formatWeek(slots: readonly Slot[], language: Language): string {
  const byTimes = Map.groupBy(sortedSlots(slots), (slot) => formatTimeRange(slot, language));
  return [...byTimes].map(([times, same]) => daysAt(same, language, times)).join('; ');
}

function daysAt(slots: readonly Slot[], language: Language, times: string): string {
  const among = slots.map(({ day }) => day);
  return `${weekdayList(among, language)}, ${times}`;
}

const words = {
  sl: { at: 'ob', since: 'od', until: 'do' },
  en: { at: 'at', since: 'from', until: 'until' },
};

/** From the first to the last day: `1. 7. 2026 – 5. 7. 2026`, `od 1. 7. 2026`. Empty when both are open. */
export function formatPeriod(from: string | null, to: string | null, language: Language): string {
  const { since, until } = words[language];
  if (from === null) return to === null ? '' : `${until} ${formatDay(to, language)}`;
  if (to === null) return `${since} ${formatDay(from, language)}`;
  return from === to ? formatDay(from, language) : formatDayRange(from, to, language);
}

/** A single meeting: `četrtek, 17. 9. 2026, ob 17:30` · `Thursday, 17 Sep 2026, at 17:30`. */
export function formatMeeting(
  { date, start_time }: { date: string; start_time: string },
  language: Language,
): string {
  const day = `${weekdayName(dayOf(date), language)}, ${formatDay(date, language)}`;
  return `${day}, ${words[language].at} ${formatTime(start_time, language)}`;
}

/** Ages in full years: `od 8 do 11 let`, `od 3 let`, `do 1 leta`; null when there is no bound. */
export function formatAges(from: number | null, to: number | null, language: Language): string | null {
  if (from === null && to === null) return null;
  if (language === 'en') {
    if (from === null) return `up to ${to}`;
    return to === null ? `${from} and over` : `${from} to ${to}`;
  }
  const bounds = [from === null ? '' : `od ${from}`, to === null ? '' : `do ${to}`].filter(Boolean);
  // the genitive: singular after numbers that end in 01, plural after all others
  return `${bounds.join(' ')} ${Number(to ?? from) % 100 === 1 ? 'leta' : 'let'}`;
}
