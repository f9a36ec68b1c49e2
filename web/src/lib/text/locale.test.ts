import { describe, expect, it } from 'vitest';
import { formatTag, matchLocale } from './locale.ts';
import { createTranslate } from './translate.ts';

describe('the language of a browser', () => {
  it.each([
    [['en-GB', 'sl'], 'en'],
    [['de-AT', 'SL-si', 'en'], 'sl'],
    [['de', 'hr'], 'sl'],
    [[], 'sl'],
  ] as const)('%j → %s', (wanted, expected) => {
    expect(matchLocale(wanted)).toBe(expected);
  });
});

it.each(['sl', 'en'] as const)('counts are written as Intl writes them: %s', (locale) => {
  const t = createTranslate({ many: '{{count}}' }, locale);
  const format = new Intl.NumberFormat(formatTag[locale]);
  for (const count of [0, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, -5, 1.5])
    expect(t('many', { count })).toBe(format.format(count));
});
