import { dateFormat, listFormat, numberFormat } from './formatters.ts';
import { formatTag, type Locale } from './locale.ts';

/** Days of the week in the wire's words, Monday first. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof weekdays)[number];

/** A weekly meeting: wall time `HH:MM` in the organisation's zone and its length in minutes. */
export type Slot = { day: Weekday; start_time: string; duration: number };

// 1 January 2024 was a Monday.
const dayOfWeek = (day: Weekday) => new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)));

/** A calendar day `YYYY-MM-DD` as running text: `1. 9. 2026`, `1 Sep 2026`. */
export function formatDay(day: string, locale: Locale): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (locale === 'sl') return `${date}. ${month}. ${year}`;
  // en-GB would say "Sept".
  const name = dateFormat('en-US', { month: 'short', timeZone: 'UTC' });
  return `${date} ${name.format(new Date(Date.UTC(2024, month - 1, 1)))} ${year}`;
}

/** Two calendar days as a span; either end may be open. */
export function formatDayRange(from: string | null, to: string | null, locale: Locale): string {
  return `${from ? formatDay(from, locale) : ''} – ${to ? formatDay(to, locale) : ''}`.trim();
}

/** A wall time `HH:MM`: `9:30` in Slovenian, `09:30` in English. */
export function formatTime(time: string, locale: Locale): string {
  return locale === 'sl' ? time.replace(/^0(?=\d)/, '') : time;
}

/** The wall time `minutes` after `time`, past midnight if need be. */
export function endTime(time: string, minutes: number): string {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const total = (hours * 60 + rest + minutes) % (24 * 60);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}

/** `17:30–18:45`. */
export function formatTimeRange({ start_time, duration }: Omit<Slot, 'day'>, locale: Locale): string {
  return `${formatTime(start_time, locale)}–${formatTime(endTime(start_time, duration), locale)}`;
}

/** The calendar day and wall time of an instant in a time zone. */
export function inZone(instant: string | Date, timeZone: string): { day: string; time: string } {
  const parts = dateFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

type InZone = { locale: Locale; timeZone: string; now?: Date };

/** An instant in a list: `danes, 17:02`, `včeraj, 21:07`, and the day alone when it is older or to come. */
export function formatInstant(instant: string, { locale, timeZone, now = new Date() }: InZone): string {
  const { day, time } = inZone(instant, timeZone);
  const age = (Date.parse(inZone(now, timeZone).day) - Date.parse(day)) / 86_400_000;
  if (age !== 0 && age !== 1) return formatDay(day, locale);
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-age, 'day');
  return `${word}, ${formatTime(time, locale)}`;
}

/** An instant in full: `14. 9. 2026, 17:02`. */
export function formatDateTime(instant: string, { locale, timeZone }: InZone): string {
  const { day, time } = inZone(instant, timeZone);
  return `${formatDay(day, locale)}, ${formatTime(time, locale)}`;
}

/** Exact decimals with their currency: `85,00 €`, `€85.00`. */
export function formatMoney(amount: string, currency: string, locale: Locale): string {
  const format = numberFormat(formatTag[locale], { style: 'currency', currency });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** The name of a day of the week: `torek`, short `tor.`, or one capital letter. */
export function weekdayName(
  day: Weekday,
  locale: Locale,
  style: 'long' | 'short' | 'narrow' = 'long',
): string {
  const name = dateFormat(formatTag[locale], { weekday: style, timeZone: 'UTC' }).format(dayOfWeek(day));
  return style === 'narrow' ? name.toUpperCase() : name;
}

/** `torek in četrtek`, in the order of the week, each day once. */
export function weekdayList(days: readonly Weekday[], locale: Locale): string {
  const names = weekdays.filter((day) => days.includes(day)).map((day) => weekdayName(day, locale));
  return listFormat(formatTag[locale]).format(names);
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

/** A weekly schedule in words: `torek in četrtek, 17:30–18:45`, or `tor. 17:30, čet. 18:00` when times differ. */
export function formatSchedule(slots: readonly Slot[], locale: Locale): string {
  const time = sharedTime(slots);
  if (time) {
    const days = weekdayList(
      slots.map((slot) => slot.day),
      locale,
    );
    return `${days}, ${formatTimeRange(time, locale)}`;
  }
  return [...slots]
    .sort(
      (a, b) => weekdays.indexOf(a.day) - weekdays.indexOf(b.day) || a.start_time.localeCompare(b.start_time),
    )
    .map((slot) => `${weekdayName(slot.day, locale, 'short')} ${formatTime(slot.start_time, locale)}`)
    .join(', ');
}
