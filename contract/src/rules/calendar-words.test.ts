import { expect, it } from 'vitest';
import { inWords, months, recentDays, weekdays } from './calendar-words.ts';

const tags = { sl: 'sl-SI', en: 'en-GB' };

it.each(['sl', 'en'] as const)('the words of %s are those that Intl has', (language) => {
  const named = (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    new Intl.DateTimeFormat(tags[language], { ...options, timeZone: 'UTC' }).format(
      Date.UTC(2024, month, day),
    );
  // 1 January 2024 was a Monday
  expect(weekdays[language]).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => named({ weekday: 'long' }, 0, day)));
  expect(months[language]).toEqual(months[language].map((_, month) => named({ month: 'long' }, month, 1)));
  const ago = new Intl.RelativeTimeFormat(tags[language], { numeric: 'auto' });
  expect(recentDays[language]).toEqual([ago.format(0, 'day'), ago.format(-1, 'day')]);
  const list = new Intl.ListFormat(tags[language], { type: 'conjunction' });
  for (const names of [[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(inWords(names, language)).toBe(list.format(names));
});
