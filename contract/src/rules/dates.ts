/** Days as people type them: strictly `dd.mm.yyyy` in Slovenian, `mm/dd/yyyy` in English. */
import type { Language } from './texts.ts';

const typed: Record<Language, RegExp> = {
  sl: /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})$/,
  en: /^(?<month>\d{2})\/(?<day>\d{2})\/(?<year>\d{4})$/,
};
const iso = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;

/** `YYYY-MM-DD` of a day as it is typed in a language; null for anything else and for days that don't exist. */
export function parseTypedDay(text: string, language: Language): string | null {
  const parts = typed[language].exec(text.trim())?.groups;
  return parts ? existing(`${parts.year}-${parts.month}-${parts.day}`) : null;
}

/** Day, month and year as people write them: with a dot, a slash, a hyphen or a space between, or eight digits. */
const written = /^(\d{1,2}) ?([.,/ -]) ?(\d{1,2}) ?[.,/ -] ?(\d{4}|\d\d)\.?$|^(\d\d)()(\d\d)(\d{4})$/;

/** Years ahead of this one up to which two digits mean this century. */
const AHEAD = 10;

/**
 * Rewrites `1. 9. 2018`, `1.9.18`, `1/9/2018` or `01092018` in the language's pattern; keeps a text that is no such day.
 *
 * @param thisYear by which two digits are read: of 2026, `36` is 2036 and `37` is 1937
 */
export function completedDay(
  text: string,
  language: Language,
  thisYear = new Date().getUTCFullYear(),
): string {
  // pasted days have spaces that don't break, typed ones sometimes two
  const short = text.trim().replace(/\s+/g, ' ');
  const parts = written
    .exec(short)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (!parts) return existing(short) ? typedDay(short, language) : text;
  const [first = '', between, second = '', year = ''] = parts;
  // dots put the day first in every language
  const isDayFirst = language === 'sl' || between === '.';
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const iso = `${wholeYear(year, thisYear)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return existing(iso) ? typedDay(iso, language) : text;
}

function wholeYear(year: string, thisYear: number): string {
  if (year.length === 4) return year;
  const last = thisYear + AHEAD;
  const its = last - (last % 100) + Number(year);
  return String(its > last ? its - 100 : its);
}

/** Formats a `YYYY-MM-DD` as it is typed in a language; any other text is returned unchanged. */
export function typedDay(day: string, language: Language): string {
  const parts = iso.exec(day)?.groups;
  if (!parts) return day;
  return language === 'sl'
    ? `${parts.day}.${parts.month}.${parts.year}`
    : `${parts.month}/${parts.day}/${parts.year}`;
}

/** The day itself when there is such a day in the calendar. */
export function existing(day: string): string | null {
  if (!iso.test(day)) return null;
  const date = new Date(`${day}T00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day ? null : day;
}

/** Years accepted in days and instants: cover birth dates and plans, and stay within the range of calendar libraries. */
const years = { first: 1900, last: 2199 };

/** Whether a day or an instant is in a year that this product counts with. */
export function isWithinYears(value: string): boolean {
  const year = new Date(value).getUTCFullYear();
  return year >= years.first && year <= years.last;
}

/** The day `count` days later, both `YYYY-MM-DD`. Days in UTC are all as long. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Full years between two days, both `YYYY-MM-DD`. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
