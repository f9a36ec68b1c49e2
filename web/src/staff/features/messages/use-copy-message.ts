import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notifyFailure } from '../../../ui/notice/notify.ts';

/** Drafts a copy of a message and opens it; its people are looked for anew. */
export function useCopyMessage(): (id: string) => Promise<void> {
  const api = useApi();
  const { t } = useI18n();
  const navigate = useNavigate();
  return async (copy_of) => {
    try {
      const { id } = await api.messages.create({ body: { copy_of } });
      await navigate({ to: '/messages/$message_id', params: { message_id: id } });
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.create');
    }
  };
}
