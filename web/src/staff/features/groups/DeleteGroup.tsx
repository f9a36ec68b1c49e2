import { useI18n } from '../../../lib/i18n.ts';
import { DeleteDialog } from '../../../ui/DeleteDialog.tsx';
import { useGroupCalls } from './queries.ts';
import { useGroupStatus } from './use-group-status.ts';

type DeleteGroupProps = {
  group: { id: string; active: boolean; name: string };
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a group is deleted; when people have applied to it, offers to hide it instead. */
export function DeleteGroup({ group, ...dialog }: DeleteGroupProps) {
  const { t } = useI18n();
  const { remove } = useGroupCalls();
  const { change } = useGroupStatus();
  const { id, active, name } = group;
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
        text: t(active ? 'modules.group.delete.refused' : 'modules.group.delete.refused_inactive'),
        confirm: t(active ? 'modules.group.actions.deactivate' : 'modules.group.delete.keep'),
      }}
      deleted="modules.group.done.deleted"
      failed="errors.group.delete"
      remove={() => remove(id)}
      deactivate={active ? () => change(id, { active: false }) : undefined}
    />
  );
}
