import { useI18n } from '../../../lib/text/i18n.ts';
import { DeleteDialog } from '../../../ui/dialog/DeleteDialog.tsx';
import { useGroupCalls } from './queries.ts';
import { useGroupStatus } from './use-group-status.ts';

type DeleteGroupProps = {
  group: { id: string; active: boolean; archived_at: string | null; name: string };
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a group is deleted; when people have applied to it, offers to put it away instead. */
export function DeleteGroup({ group, ...dialog }: DeleteGroupProps) {
  const { t } = useI18n();
  const { remove } = useGroupCalls();
  const { change } = useGroupStatus();
  const { id, archived_at, name } = group;
  return (
    <DeleteDialog
      {...dialog}
      ask={{
        title: t('modules.group.delete.title', { name }),
        text: t('modules.group.delete.text'),
        confirm: t('modules.group.actions.delete'),
      }}
      refused={{
        title: t('modules.group.delete.refused_title', { name }),
        text: t(archived_at ? 'modules.group.delete.refused_archived' : 'modules.group.delete.refused'),
        confirm: t(archived_at ? 'modules.group.delete.keep' : 'modules.group.actions.archive'),
      }}
      deleted="modules.group.done.deleted"
      failed="errors.group.delete"
      remove={() => remove(id)}
      deactivate={archived_at ? undefined : () => change(group, { archived: true })}
    />
  );
}
