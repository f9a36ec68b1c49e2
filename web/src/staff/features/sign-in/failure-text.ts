import { ApiError } from '@vpisnik/contract/kit';
import { refusedFields } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { fieldErrorText } from '../../../lib/field-error-text.ts';
import type { MessageKey } from '../../../lib/i18n.ts';
import type { Translate } from '../../../lib/translate.ts';

/** Why something of the account area did not work, in a sentence that says what to do or how long to wait. */
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
