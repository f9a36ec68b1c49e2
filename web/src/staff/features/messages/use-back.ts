import { linkOptions } from '@tanstack/react-router';
import type { Message } from '@vpisnik/contract/messages';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useMay } from '../../permission/Permission.tsx';

/** The list that a message is found in: the organisation's, or for those without it their group's. */
export function useBack({ group_id }: Pick<Message, 'group_id'>) {
  const { t } = useI18n();
  const seesAll = useMay('participants.list');
  if (seesAll) return { ...linkOptions({ to: '/messages' }), label: t('modules.participant.tabs.messages') };
  return group_id === null
    ? { ...linkOptions({ to: '/groups' }), label: t('modules.group.groups') }
    : {
        ...linkOptions({
          to: '/groups/$group_id',
          params: { group_id },
          search: { tab: 'messages' as const },
        }),
        label: t('modules.participant.tabs.messages'),
      };
}
