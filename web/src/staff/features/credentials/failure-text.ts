import { ApiError } from '@vpisnik/contract/kit';
import { errorText } from '../../../lib/form/error-text.ts';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** Sentence about a failed action of the account area that says what to do or how long to wait. */
export function failureText(
  error: unknown,
  t: Translate<MessageKey>,
  fallback: MessageKey = 'errors.codes.sign_in_failed',
): string {
  const seconds = error instanceof ApiError ? error.problem?.retry_after : undefined;
  const [field] = refusedFields(error);
  if (field) return fieldErrorText(field, t);
  if (seconds === undefined) return errorText(error, t, fallback);
  return seconds < 60
    ? t('modules.sign_in.wait_seconds', { count: seconds })
    : t('modules.sign_in.wait_minutes', { count: Math.ceil(seconds / 60) });
}
