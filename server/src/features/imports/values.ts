/** Values as people write them into spreadsheets. Each reader gives undefined for what it can't be. */
import { existing } from '@vpisnik/contract/rules/dates';
import type { Day, Slot } from '@vpisnik/contract/rules/schedule';
import { fold } from '@vpisnik/contract/rules/slug';
import type { Language } from '@vpisnik/contract/rules/texts';

const moment =
  /^(?:(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})\.?|(?<iso>\d{4}-\d{2}-\d{2}))(?:(?:,\s*|\s+|T)(?:ob\s+|at\s+)?(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.]\d{2}(?:\.\d+)?)?(?:\s*h)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

function momentOf(text: string) {
  const parts = moment.exec(text)?.groups;
  if (!parts) return undefined;
  const { day = '', month = '', year = '', iso, hour, minute, zone } = parts;
  const date = existing(iso ?? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (date === null || Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59) return undefined;
  return { date, time: hour && `${hour.padStart(2, '0')}:${minute}`, zone };
}

/** A day: `1. 9. 2026`, `01.09.2026`, `2026-09-01`, or a date of the spreadsheet's own; a moment of it is still that day. */
export function readDay(text: string): string | undefined {
  return momentOf(text)?.date;
}

/**
 * A moment: a day as above with a time, `1. 9. 2026 8:00`, `2026-09-01 ob 8.00`, on the wall of a zone unless it says
 * another one. A time that the clocks skip moves on by the gap.
 *
 * @param otherwise the time of a day alone
 * @returns an instant, RFC 3339
 */
export function readMoment(text: string, timeZone: string, otherwise: string): string | undefined {
  const read = momentOf(text);
  if (!read) return undefined;
  const { date, time = otherwise, zone } = read;
  if (zone) {
    const instant = new Date(`${date}T${time}${zone}`);
    return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
  }
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString();
}

/** A colour: `#798736`, also without its mark and in three signs. */
export function readColor(text: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
  const all = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return all ? `#${all.toLowerCase()}` : undefined;
}

const whenFull = {
  waitlist: /^(waitlist|waiting list|cakalna vrsta|na cakalno vrsto|cakalni seznam|da|yes|true|1|x)$/,
  close: /^(close|closed|zapri|zapre se|zaprto|ne|no|false|0)$/,
};

/** What happens when all places are taken, in words or as the answer to whether there is a waiting list. */
export function readWhenFull(text: string): keyof typeof whenFull | undefined {
  const folded = fold(text).replace(/\s+/g, ' ');
  return (Object.keys(whenFull) as (keyof typeof whenFull)[]).find((one) => whenFull[one].test(folded));
}

/** A whole number, as a spreadsheet may also show it: `16`, `16.0`, `1.200`, `1,000`. */
export function readNumber(text: string): number | undefined {
  // three digits after a mark are thousands: counts have no decimals
  const isGrouped = /^\d{1,3}(?:[., ]\d{3})+$/.test(text);
  const plain = isGrouped ? text.replace(/\D/g, '') : text.replace(/[.,]0+$/, '');
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined;
}

const languageNames: Record<Language, readonly string[]> = {
  sl: ['sl', 'slo', 'slv', 'slovenscina', 'slovensko', 'slovenski', 'slovenian', 'slovene'],
  en: ['en', 'eng', 'gb', 'anglescina', 'anglesko', 'angleski', 'english'],
};

/** The language that a word names. */
export function languageOf(word: string): Language | undefined {
  const folded = fold(word.trim());
  return (Object.keys(languageNames) as Language[]).find((one) => languageNames[one].includes(folded));
}

/** Languages by code or name, separated by commas, semicolons, slashes or spaces. */
export function readLanguages(text: string): Language[] | undefined {
  const named = text
    .split(/[\s,;/+]+/)
    .filter(Boolean)
    .map(languageOf);
  return named.includes(undefined) ? undefined : [...new Set(named as Language[])];
}

/** How days begin, shortest sure beginning first; in Slovenian and English, without accents. */
const dayNames: Record<Day, RegExp> = {
  monday: /^(po|pon|poned|ponedeljek|mo|mon|monday)$/,
  tuesday: /^(to|tor|torek|tu|tue|tues|tuesday)$/,
  wednesday: /^(sr|sre|sreda|we|wed|wednesday)$/,
  thursday: /^(ce|cet|cetrtek|th|thu|thur|thurs|thursday)$/,
  friday: /^(pe|pet|petek|fr|fri|friday)$/,
  saturday: /^(so|sob|sobota|sa|sat|saturday)$/,
  sunday: /^(ne|ned|nedelja|su|sun|sunday)$/,
};

const dayOf = (word: string): Day | undefined =>
  (Object.keys(dayNames) as Day[]).find((day) => dayNames[day].test(fold(word)));

/** Start, and end or minutes, in a text that has one space where it has any. */
const times =
  /^(?<hour>\d{1,2})[:.](?<minute>\d{2}) ?(?:[-–] ?(?<endHour>\d{1,2})[:.](?<endMinute>\d{2})|[, ] ?(?<duration>\d{1,4}) ?(?:min(?:ut)?\.?)?)$/;

/**
 * A weekly schedule: days, start, and the end or the minutes, for instance `pon 17:00 60` or `tor, čet 17:30-18:45`;
 * several are separated by semicolons or lines.
 */
export function readSchedule(text: string): Slot[] | undefined {
  const read = text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map(slotsOf);
  return read.includes(undefined) ? undefined : (read as Slot[][]).flat();
}

function slotsOf(text: string): Slot[] | undefined {
  const spaced = text.replace(/\s+/g, ' ');
  const at = spaced.search(/\d/);
  const parts = spaced[at - 1] === ' ' ? times.exec(spaced.slice(at))?.groups : undefined;
  if (!parts) return undefined;
  const days = spaced
    .slice(0, at)
    .replace(/ (?:ob|at) $/, ' ')
    .split(/[ .,/+&]+/)
    .filter((word) => word !== '' && !['in', 'and', 'ter'].includes(fold(word)))
    .map(dayOf);
  const start = Number(parts.hour) * 60 + Number(parts.minute);
  const end = Number(parts.endHour) * 60 + Number(parts.endMinute);
  const isTime = Number(parts.hour) < 24 && Number(parts.minute) < 60;
  if (!isTime || days.length === 0 || days.includes(undefined)) return undefined;
  // what ends at midnight or after it ends on the next day
  const duration = parts.duration ? Number(parts.duration) : end > start ? end - start : end + 1440 - start;
  const start_time = `${(parts.hour ?? '').padStart(2, '0')}:${parts.minute}`;
  return days.map((day) => ({ day: day as Day, start_time, duration }));
}
