import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { errorText } from '../lib/error-text.ts';
import { type MessageKey, useI18n } from '../lib/i18n.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { notify } from './notify.ts';

type Question = { title: string; text: string; confirm: string };

type DeleteDialogProps = {
  opened: boolean;
  /** Names the thing; `confirm` is verb and noun. */
  ask: Question;
  /** What is said when it is in use; its button deactivates, or only closes where there is no `deactivate`. */
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
  const [inUse, setInUse] = useState(false);
  const { title, text, confirm } = inUse ? refused : ask;

  const close = () => {
    onClose();
    setInUse(false);
  };
  const attempt = async () => {
    try {
      await remove();
      close();
      notify({ message: deleted });
      onDeleted?.();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') setInUse(true);
      else notify({ translate: false, message: errorText(error, t, failed), color: 'error' });
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
