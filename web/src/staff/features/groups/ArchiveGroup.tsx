import { type GroupSummary, groupName } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { NoteFields } from '../session-notices/NoteFields.tsx';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';
import type { StatusChange } from './use-group-status.ts';

type ArchiveGroupProps = {
  group: GroupSummary;
  onStatus: (change: StatusChange) => void;
  onClose: () => void;
};

/** Asks before a group with people in it is put away, and whether they are told that it is cancelled. */
export function ArchiveGroup({ group, onStatus, onClose }: ArchiveGroupProps) {
  const { t, locale } = useI18n();
  const [isTold, setTold] = useState(false);
  const [note, setNote] = useState({});
  return (
    <ConfirmDialog
      opened
      title={t('modules.session_notice.archive_title', { name: groupName(group, locale) })}
      confirm={t('modules.group.actions.archive')}
      onConfirm={() => {
        onClose();
        onStatus({ archived: true, ...(isTold && { notice: { note } }) });
      }}
      onCancel={onClose}
    >
      <p>{t('modules.session_notice.archive_text')}</p>
      <NotifyPeople
        about={{ group_id: group.id }}
        email_type="group_cancelled"
        checked={isTold}
        onChange={setTold}
      />
      {isTold && <NoteFields languages={group.languages} note={note} onChange={setNote} />}
    </ConfirmDialog>
  );
}
