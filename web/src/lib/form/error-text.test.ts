import { ApiError } from '@vpisnik/contract/kit';
import { describe, expect, it } from 'vitest';
import { sl } from '../../locales/sl.ts';
import { createTranslate } from '../text/translate.ts';
import { errorText } from './error-text.ts';

const t = createTranslate(sl, 'sl');
const say = (error: unknown) => errorText(error, t, 'errors.group.save');
const refused = (status: number, code: string) =>
  say(new ApiError(status, { type: 'about:blank', title: '', status, code } as ApiError['problem']));

describe('the text of a failed action', () => {
  it('is the meaning of the stable code', () => {
    expect(refused(409, 'group_full')).toBe('Skupina je polna.');
  });

  it('is the action itself where the code says no more, is unknown, or is no answer of ours', () => {
    for (const text of [
      refused(500, 'internal_error'),
      refused(418, 'teapot'),
      say(new Error('x')),
      say(undefined),
    ]) {
      expect(text).toBe('Skupina ni shranjena. Poskusite znova.');
    }
  });

  it('is the connection when there was no answer', () => {
    expect(say(new ApiError(0))).toBe(sl.errors.network);
  });
});
