import { addDays, typedDay } from '@vpisnik/contract/rules/dates';
import type { Locale } from '../../lib/text/locale.ts';

/** Days shown by a calendar: six weeks. */
const gridDays = 42;
/** Years offered before and after the current one where no bound says otherwise. */
const yearsBefore = 100;
const yearsAfter = 52;

/** A day `YYYY-MM-DD`; month and date may overflow as with `Date`. */
function isoOf(year: number, month: number, date: number): string {
  const instant = new Date(0);
  // Not Date.UTC, which reads the years 0–99 as 1900–1999.
  instant.setUTCFullYear(year, month - 1, date);
  return instant.toISOString().slice(0, 10);
}

/** Year, month (1–12) and date of a day. */
export function partsOf(day: string): { year: number; month: number; date: number } {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, date };
}

/** A day in the locale's short format; empty for null. */
export const formatShort = (day: string | null, locale: Locale): string => (day ? typedDay(day, locale) : '');

/** The day `count` months later; the month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const { year, month, date } = partsOf(day);
  const last = partsOf(isoOf(year, month + count + 1, 0));
  return isoOf(last.year, last.month, Math.min(date, last.date));
}

/** The six weeks, Monday first, that show a day's month. */
export function calendarDays(day: string): string[] {
  const first = `${day.slice(0, 8)}01`;
  const lead = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: gridDays }, (_, at) => addDays(first, at - lead));
}

/** Today by the clock and zone of this device. */
export function today(now = new Date()): string {
  return isoOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

export type Bounds = { min?: string | undefined; max?: string | undefined };

/** Whether a day lies within the bounds, both inclusive. */
export function isWithin(day: string, { min, max }: Bounds): boolean {
  return (!min || day >= min) && (!max || day <= max);
}

/** The first and the last day a calendar offers: the bounds, else 100 years back and 52 ahead. */
export function calendarSpan({ min, max }: Bounds, now = new Date()): { first: string; last: string } {
  const year = now.getFullYear();
  const first = min ?? isoOf(year - yearsBefore, 1, 1);
  const last = max ?? isoOf(year + yearsAfter, 12, 31);
  return { first, last: last < first ? first : last };
}

/** The nearest day of a span. */
export function clampDay(day: string, { first, last }: { first: string; last: string }): string {
  return day < first ? first : day > last ? last : day;
}
