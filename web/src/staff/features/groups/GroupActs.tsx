import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useI18n } from '../../../lib/text/i18n.ts';
import { onDemand } from '../../../ui/dialog/on-demand.tsx';
import { DeleteGroup } from './DeleteGroup.tsx';
import type { StatusChange } from './use-group-status.ts';

// Opened now and then, from a list that is opened every day.
const CopyGroup = onDemand(async () => (await import('./list/CopyGroup.tsx')).CopyGroup);
const ArchiveGroup = onDemand(async () => (await import('./ArchiveGroup.tsx')).ArchiveGroup);
const ShareSheet = onDemand(async () => (await import('./share/ShareSheet.tsx')).ShareSheet);

/** Actions on a group that open a dialog or sheet first. */
export type GroupAct = 'copy' | 'share' | 'archive' | 'delete';

type GroupActsProps = {
  group: GroupSummary;
  /** The one that is open. */
  act: GroupAct | null;
  onStatus: (change: StatusChange) => void;
  onClose: () => void;
  onDeleted?: () => void;
};

/** The dialogs and sheets about one group. */
export function GroupActs({ group, act, onStatus, onClose, onDeleted }: GroupActsProps) {
  const { locale } = useI18n();
  return (
    <>
      {act === 'copy' && <CopyGroup group={group} onClose={onClose} />}
      {act === 'archive' && <ArchiveGroup group={group} onStatus={onStatus} onClose={onClose} />}
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
