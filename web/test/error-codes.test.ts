import { ApiError } from '@vpisnik/contract/kit';
import { type ErrorCode, errorStatus } from '@vpisnik/contract/rules/errors';
import { describe, expect, it } from 'vitest';
import { errorText } from '../src/lib/form/error-text.ts';
import { locales } from '../src/lib/text/locale.ts';
import { createTranslate } from '../src/lib/text/translate.ts';
import { en } from '../src/locales/en.ts';
import { sl } from '../src/locales/sl.ts';

const codes = Object.keys(errorStatus) as ErrorCode[];

describe.each(locales)('every refusal of the server is explained: %s', (locale) => {
  const t = createTranslate({ sl, en }[locale], locale);
  const fallback = t('errors.general.query');
  const textOf = (code: ErrorCode) =>
    errorText(
      new ApiError(errorStatus[code], { type: '', title: '', status: 0, code }),
      t,
      'errors.general.query',
    );

  it.each(codes)('%s', (code) => {
    const text = textOf(code);
    expect(text).toMatch(/\p{L}.*[.?]$/u);
    expect(text).not.toContain(code);
    // `internal_error` has no cause to name, so its text names the failed action
    if (code !== 'internal_error') expect(text).not.toBe(fallback);
  });

  it('in words of its own', () => {
    const texts = codes.map(textOf);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});
