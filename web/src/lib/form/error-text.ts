import { ApiError } from '@vpisnik/contract/kit';
import type { MessageKey } from '../text/i18n.ts';
import type { Translate } from '../text/translate.ts';

/**
 * One sentence about a failed action: the API's stable code when it says more than the action's own text, the
 * network when there was no answer, else `fallback` (for instance `errors.group.save`).
 */
export function errorText(error: unknown, t: Translate<MessageKey>, fallback: MessageKey): string {
  if (!(error instanceof ApiError)) return t(fallback);
  if (error.status === 0) return t('errors.network');
  if (!error.code || error.code === 'internal_error') return t(fallback);
  const key: MessageKey = `errors.codes.${error.code}`;
  const { count } = error.problem ?? {};
  const text = t(key, count === undefined ? {} : { count });
  return text === key ? t(fallback) : text;
}
