import { describe, expect, it } from 'vitest';
import { matchLocale } from './locale.ts';

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
