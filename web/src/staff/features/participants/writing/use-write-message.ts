import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notifyFailure } from '../../../../ui/notice/notify.ts';
import type { Audience } from './audience.ts';

/**
 * Drafts a message and opens it.
 *
 * @returns a function of whom it is for and from whose pages it is written; null for the organisation's
 */
export function useWriteMessage(): (audience: Audience, groupId: string | null) => Promise<void> {
  const api = useApi();
  const { t } = useI18n();
  const navigate = useNavigate();
  const isAtIt = useRef(false);
  return async (audience, group_id) => {
    if (isAtIt.current) return;
    isAtIt.current = true;
    try {
      const { id } = await api.messages.create({
        body: { audience, ...(group_id !== null && { group_id }) },
      });
      await navigate({ to: '/messages/$message_id', params: { message_id: id } });
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.create');
    } finally {
      isAtIt.current = false;
    }
  };
}
