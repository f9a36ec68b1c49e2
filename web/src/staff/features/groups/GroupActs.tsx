import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/text/i18n.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { DeleteGroup } from './DeleteGroup.tsx';

// Opened now and then, from a list that is opened every day.
const CopyGroup = onDemand(async () => (await import('./list/CopyGroup.tsx')).CopyGroup);
const ShareSheet = onDemand(async () => (await import('./share/ShareSheet.tsx')).ShareSheet);

/** Actions on a group that open a dialog or sheet first. */
export type GroupAct = 'copy' | 'share' | 'delete';

type GroupActsProps = {
  group: GroupSummary;
  /** The one that is open. */
  act: GroupAct | null;
  onClose: () => void;
  onDeleted?: () => void;
};

/** The dialogs and sheets about one group. */
export function GroupActs({ group, act, onClose, onDeleted }: GroupActsProps) {
  const { locale } = useI18n();
  return (
    <>
      {act === 'copy' && <CopyGroup group={group} onClose={onClose} />}
      {act === 'share' && <ShareSheet group={group} onClose={onClose} />}
      <DeleteGroup
        group={{ ...group, name: groupName(group, locale) }}
        opened={act === 'delete'}
        onClose={onClose}
        {...(onDeleted && { onDeleted })}
      />
    </>
  );
}
