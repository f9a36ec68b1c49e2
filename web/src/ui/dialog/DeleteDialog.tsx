import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { type MessageKey, useI18n } from '../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../notice/notify.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Question = { title: string; text: string; confirm: string };

type DeleteDialogProps = {
  opened: boolean;
  /** Names the thing; `confirm` is verb and noun. */
  ask: Question;
  /** Known to be in use before the question: shows `refused` at once. */
  inUse?: boolean;
  /** Texts for an item in use; the button deactivates it, or only closes where there is no `deactivate`. */
  refused: Question;
  deleted: MessageKey;
  failed: MessageKey;
  remove: () => Promise<unknown>;
  deactivate: (() => Promise<unknown>) | undefined;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before something is deleted; when it is refused because it is in use, offers to deactivate it instead. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { opened, ask, refused, deleted, failed, remove, deactivate, onClose, onDeleted } = props;
  const { t } = useI18n();
  const [busy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const inUse = props.inUse || isRefused;
  const { title, text, confirm } = inUse ? refused : ask;

  const close = () => {
    onClose();
    setRefused(false);
  };
  const attempt = async () => {
    try {
      await remove();
      close();
      notify({ message: deleted, act: failed });
      onDeleted?.();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') setRefused(true);
      else notifyFailure(error, t, failed);
    }
  };
  const run = async () => {
    setBusy(true);
    if (inUse) {
      await deactivate?.();
      close();
    } else await attempt();
    setBusy(false);
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      confirm={confirm}
      danger={!inUse}
      busy={busy}
      onConfirm={run}
      onCancel={close}
    >
      {text}
    </ConfirmDialog>
  );
}
