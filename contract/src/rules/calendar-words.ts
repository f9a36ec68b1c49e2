/**
 * Names of the calendar in both languages. `Intl` has them too, but a browser's first formatter takes 10 ms of its
 * processor, which the first rows of every list would wait for; the tests compare.
 */
import type { Language } from './texts.ts';

type Words = Record<Language, readonly string[]>;

/** From Monday on. */
export const weekdays: Words = {
  sl: ['ponedeljek', 'torek', 'sreda', 'četrtek', 'petek', 'sobota', 'nedelja'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
};

/** From January on. */
export const months: Words = {
  sl: [
    ...['januar', 'februar', 'marec', 'april', 'maj', 'junij'],
    ...['julij', 'avgust', 'september', 'oktober', 'november', 'december'],
  ],
  en: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
};

/** By the days that have passed since. */
export const recentDays: Words = { sl: ['danes', 'včeraj'], en: ['today', 'yesterday'] };

/** `torek, četrtek in petek`. */
export function inWords(names: readonly string[], language: Language): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return `${names.slice(0, -1).join(', ')} ${language === 'sl' ? 'in' : 'and'} ${last}`;
}
