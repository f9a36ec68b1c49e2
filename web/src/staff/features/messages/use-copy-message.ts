import { useNavigate } from '@tanstack/react-router';
import type { MessageCopy } from '@vpisnik/contract/rules/messages';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';

/** Drafts a copy of a message and opens it; its people are looked for anew, or are those whom it has not reached. */
export function useCopyMessage(): (id: string, to?: MessageCopy) => Promise<void> {
  const api = useApi();
  const { t } = useI18n();
  const navigate = useNavigate();
  return async (copy_of, copy_to) => {
    try {
      const { id } = await api.messages.create({ body: { copy_of, ...(copy_to && { copy_to }) } });
      await navigate({ to: '/messages/$message_id', params: { message_id: id } });
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.create');
    }
  };
}
