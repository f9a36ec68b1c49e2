/** Parsers of an address's parts, which users may have typed. */
import { existing, isWithinYears } from '@vpisnik/contract/rules/dates';

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids among one value or several; undefined when there are none. */
export function idsIn(value: unknown): string[] | undefined {
  const list = [value].flat().filter((one): one is string => typeof one === 'string' && idPattern.test(one));
  return list.length > 0 ? list : undefined;
}

/** The known words among one value or several; undefined when there are none. */
export function wordsIn<const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word[] | undefined {
  const list = [value].flat();
  const known = words.filter((word) => list.includes(word));
  return known.length > 0 ? known : undefined;
}

/** A text to search for, at most 100 characters; undefined when there is none. */
export function searchIn(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  return text.trim() ? text.slice(0, 100) : undefined;
}

/** A day of the calendar, `YYYY-MM-DD`, that a call would take; undefined for anything else. */
export function dayIn(value: unknown): string | undefined {
  const day = typeof value === 'string' ? existing(value) : null;
  return day && isWithinYears(day) ? day : undefined;
}

/** `true` or `false`; undefined for anything else. */
export function flagIn(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}
