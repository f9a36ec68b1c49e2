import type { GroupSummary } from '@vpisnik/contract/groups';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** Says how many places of a group are taken, and how many of these are only offered: `zasedeno: 16 od 16 mest (2 ponujeni)`. */
export function takenWords(
  { taken, offered, places }: Pick<GroupSummary, 'taken' | 'offered' | 'places'>,
  t: Translate<MessageKey>,
): string {
  const words =
    places === null
      ? t('modules.participant.group.taken_unlimited', { count: taken })
      : t('modules.participant.group.taken', { taken, count: places });
  return offered === 0 ? words : `${words} (${t('modules.participant.group.offered', { count: offered })})`;
}
