import { ApiError } from '@vpisnik/contract/kit';
import { errorText } from '../../../lib/error-text.ts';
import type { MessageKey } from '../../../lib/i18n.ts';
import type { Translate } from '../../../lib/translate.ts';

/** Why something of the account area did not work, in a sentence that says what to do or how long to wait. */
export function failureText(
  error: unknown,
  t: Translate<MessageKey>,
  fallback: MessageKey = 'errors.codes.sign_in_failed',
): string {
  const seconds = error instanceof ApiError ? error.problem?.retry_after : undefined;
  if (seconds === undefined) return errorText(error, t, fallback);
  return seconds < 60
    ? t('modules.sign_in.wait_seconds', { count: seconds })
    : t('modules.sign_in.wait_minutes', { count: Math.ceil(seconds / 60) });
}
