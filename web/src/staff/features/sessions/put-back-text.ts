import type { Session } from '@vpisnik/contract/sessions';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** What taking an exception back does to its date. */
export function putBackText({ state }: Pick<Session, 'state'>, t: Translate<MessageKey>): string {
  if (state === 'added') return t('modules.schedule.remove');
  return t(state === 'held' ? 'modules.schedule.cancel' : 'modules.schedule.restore');
}
