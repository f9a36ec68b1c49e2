import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPin } from '@tabler/icons-react';
import type { ParticipantNote } from '@vpisnik/contract/participant-notes';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { useRefreshNotes } from '../queries.ts';
import { NoteEditor } from './NoteEditor.tsx';
import classes from './notes.module.css';

type NoteProps = {
  note: ParticipantNote;
  isEdited: boolean;
  /** Whether it was deleted while it was edited. */
  isGone: boolean;
  onEdit: (edits: boolean) => void;
};

/** A note with its author and time, and for those who may write what they may do with it. */
export function Note({ note, isEdited, isGone, onEdit }: NoteProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const mayWrite = useMay('participants.decide');
  const author = note.author || t('modules.participant_notes.unknown');
  const when = formatDateTime(note.created_at, { locale, timeZone });
  if (isEdited)
    return (
      <li>
        <NoteEditor
          participantId={note.participant_id}
          note={note}
          isGone={isGone}
          onClose={() => onEdit(false)}
        />
      </li>
    );
  return (
    <li data-pinned={note.pinned || undefined}>
      <div className={classes.head}>
        <span className={classes.small}>
          {note.pinned && (
            <span className={classes.pinned}>
              <IconPin size={14} stroke={2} aria-hidden />
              {t('modules.participant_notes.pinned')}
            </span>
          )}
          {author}, <time dateTime={note.created_at}>{when}</time>
          {note.edited_at !== null && `, ${t('modules.participant_notes.edited')}`}
        </span>
        {mayWrite && (
          <Acts
            note={note}
            name={t('modules.participant_notes.acts', { author, when })}
            onEdit={() => onEdit(true)}
          />
        )}
      </div>
      <p className={classes.text}>{note.text}</p>
    </li>
  );
}

type ActsProps = { note: ParticipantNote; name: string; onEdit: () => void };

function Acts({ note, name, onEdit }: ActsProps) {
  const { t } = useI18n();
  const { participant_notes } = useApi();
  const refresh = useRefreshNotes();
  const mayDelete = useMay('participants.delete_notes') || note.own;
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, version, pinned } = note;
  const attempt = async (call: Promise<unknown>, then?: () => void) => {
    try {
      await call;
      then?.();
    } catch (error) {
      notifyFailure(error, t, 'errors.participant.note');
    }
    await refresh();
  };
  const remove = async () => {
    setBusy(true);
    await attempt(participant_notes.remove({ params: { id } }), () =>
      notify({ message: 'modules.participant_notes.deleted', act: 'errors.participant.note' }),
    );
    // a question that is closed before would give the focus to a button that goes with the note
    setBusy(false);
    setAsks(false);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={name}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              attempt(participant_notes.update({ params: { id }, body: { version, pinned: !pinned } }))
            }
          >
            {t(`modules.participant_notes.${pinned ? 'unpin' : 'pin'}`)}
          </Menu.Item>
          {note.own && <Menu.Item onClick={onEdit}>{t('modules.participant_notes.edit')}</Menu.Item>}
          {mayDelete && (
            <Menu.Item color="error" onClick={() => setAsks(true)}>
              {t('modules.participant_notes.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asks}
        title={t('modules.participant_notes.delete_title')}
        confirm={t('modules.participant_notes.delete')}
        danger
        busy={busy}
        onConfirm={remove}
        onCancel={() => setAsks(false)}
      >
        {t('modules.participant_notes.delete_text')}
      </ConfirmDialog>
    </>
  );
}
