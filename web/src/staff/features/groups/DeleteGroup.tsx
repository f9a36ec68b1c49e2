import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useGroupCalls } from './queries.ts';
import { useGroupStatus } from './use-group-status.ts';

type DeleteGroupProps = {
  group: { id: string; active: boolean; name: string };
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a group is deleted; when it is refused because people have applied, offers to hide it instead. */
export function DeleteGroup({ group, opened, onClose, onDeleted }: DeleteGroupProps) {
  const { t } = useI18n();
  const { remove } = useGroupCalls();
  const status = useGroupStatus();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const { name } = group;

  const close = () => {
    onClose();
    setRefused(false);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await remove(group.id);
      close();
      notify({ message: 'modules.group.done.deleted' });
      onDeleted?.();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') setRefused(true);
      else notify({ translate: false, message: errorText(error, t, 'errors.group.delete'), color: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const deactivate = async () => {
    if (group.active) await status.change(group.id, { active: false });
    close();
  };

  if (refused) {
    return (
      <ConfirmDialog
        opened={opened}
        title={t('modules.group.delete.refused_title', { name })}
        confirm={t(group.active ? 'modules.group.actions.deactivate' : 'modules.group.delete.keep')}
        busy={status.busy}
        onConfirm={deactivate}
        onCancel={close}
      >
        {t(group.active ? 'modules.group.delete.refused' : 'modules.group.delete.refused_inactive')}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('modules.group.delete.title', { name })}
      confirm={t('modules.group.actions.delete')}
      danger
      busy={busy}
      onConfirm={confirm}
      onCancel={close}
    >
      {t('modules.group.delete.text')}
    </ConfirmDialog>
  );
}
