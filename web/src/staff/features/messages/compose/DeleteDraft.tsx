import { useNavigate } from '@tanstack/react-router';
import type { MessageSummary } from '@vpisnik/contract/messages';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { useRememberMessage } from '../queries.ts';
import { useBack } from '../use-back.ts';

type DeleteDraftProps = {
  message: Pick<MessageSummary, 'id' | 'group_id'>;
  opened: boolean;
  onClose: () => void;
  /** It was asked for in a list, which stays. */
  inList?: boolean;
};

/** Asks before a draft is deleted. */
export function DeleteDraft({ message, opened, onClose, inList = false }: DeleteDraftProps) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberMessage();
  const navigate = useNavigate();
  const { label: _, ...back } = useBack(message);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await api.messages.remove({ params: { id: message.id } });
      onClose();
      notify({ message: 'modules.message.delete.done', act: 'modules.message.failed.delete' });
      // unsaved words belong to a deleted draft
      if (!inList) await navigate({ ...back, ignoreBlocker: true });
      remember();
    } catch (error) {
      notifyFailure(error, t, 'modules.message.failed.delete');
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('modules.message.delete.title')}
      confirm={t('modules.message.delete.confirm')}
      danger
      busy={busy}
      onConfirm={remove}
      onCancel={onClose}
    >
      {t('modules.message.delete.text')}
    </ConfirmDialog>
  );
}
