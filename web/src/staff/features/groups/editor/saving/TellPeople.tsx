import { useState } from 'react';
import { useI18n } from '../../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../../ui/dialog/ConfirmDialog.tsx';
import { NoteFields } from '../../../session-notices/NoteFields.tsx';
import { NotifyPeople } from '../../../session-notices/NotifyPeople.tsx';
import type { GroupValues } from '../values.ts';
import type { GroupEditor } from './use-group-editor.ts';

type TellPeopleProps = {
  groupId: string;
  languages: GroupValues['languages'];
  onAnswer: GroupEditor['answerTelling'];
};

/** Asks before a timetable with people in it is saved whether they are told. */
export function TellPeople({ groupId, languages, onAnswer }: TellPeopleProps) {
  const { t } = useI18n();
  const [isTold, setTold] = useState(false);
  const [note, setNote] = useState({});
  return (
    <ConfirmDialog
      opened
      title={t('modules.session_notice.timetable_title')}
      confirm={t('modules.session_notice.timetable_confirm')}
      onConfirm={() => onAnswer(isTold ? { note } : null)}
      onCancel={() => onAnswer()}
    >
      <NotifyPeople about={{ group_id: groupId }} checked={isTold} onChange={setTold} />
      {isTold && <NoteFields languages={languages} note={note} onChange={setNote} />}
    </ConfirmDialog>
  );
}
