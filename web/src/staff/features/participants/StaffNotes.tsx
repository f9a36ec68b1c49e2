import { Button, Textarea } from '@mantine/core';
import { limits } from '@vpisnik/contract/limits';
import type { Participant } from '@vpisnik/contract/participants';
import { type KeyboardEvent, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { useMay } from '../../permission/Permission.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import classes from './panel.module.css';
import { type SaveConflict, useSaveParticipant } from './use-save.ts';

type StaffNotesProps = { participant: Participant };

/** What the staff note down about a participant; never in a mail or on a public page. */
export function StaffNotes({ participant }: StaffNotesProps) {
  const { t } = useI18n();
  const mayWrite = useMay('participants.decide');
  if (!mayWrite && !participant.staff_notes) return null;
  return (
    <section>
      <h3>{t('modules.participant.staff_notes.title')}</h3>
      {mayWrite ? (
        <Editor participant={participant} />
      ) : (
        <p className={classes.text}>{participant.staff_notes}</p>
      )}
    </section>
  );
}

function Editor({ participant }: StaffNotesProps) {
  const { t } = useI18n();
  const { save, saving } = useSaveParticipant();
  // The participant as the text was last in agreement with; what others save later shows when ours is saved.
  const [base, setBase] = useState(participant);
  const [text, setText] = useState(participant.staff_notes);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const dirty = text !== base.staff_notes;

  if (!dirty && participant !== base && participant.version >= base.version) {
    setBase(participant);
    setText(participant.staff_notes);
  }

  const send = async (onto: Participant) => {
    setFailure(null);
    setConflict(null);
    try {
      const answer = await save(onto, { staff_notes: text.trim() });
      if ('conflict' in answer) {
        setConflict(answer.conflict);
        return;
      }
      setBase(answer.participant);
      // What was typed while the answer was on its way stays.
      setText((now) => (now === text ? answer.participant.staff_notes : now));
      setSaved(true);
    } catch (error) {
      setFailure(errorText(error, t, 'errors.participant.save'));
    }
  };
  const takeTheirs = ({ current }: SaveConflict) => {
    setBase(current);
    setText(current.staff_notes);
    setConflict(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    // The page around may have a form of its own.
    event.stopPropagation();
    event.nativeEvent.stopPropagation();
    if (dirty && !saving) void send(base);
  };
  return (
    <div className={classes.notes}>
      <Textarea
        aria-label={t('modules.participant.staff_notes.title')}
        placeholder={t('modules.participant.staff_notes.placeholder')}
        minRows={2}
        maxLength={limits.notes}
        value={text}
        error={failure}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setSaved(false);
        }}
      />
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onMine={() => send(conflict.current)}
          onTheirs={() => takeTheirs(conflict)}
        />
      )}
      <div className={classes.save}>
        {dirty && !conflict && (
          <>
            <Button size="compact-sm" onClick={() => send(base)} disabled={saving}>
              {saving ? t('ui.save_bar.saving') : t('modules.participant.staff_notes.save')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => setText(base.staff_notes)}
              disabled={saving}
            >
              {t('ui.save_bar.discard')}
            </Button>
          </>
        )}
        <span role="status">
          {dirty ? t('ui.save_bar.unsaved') : isSaved ? t('modules.participant.staff_notes.saved') : ''}
        </span>
      </div>
      <UnsavedGuard dirty={dirty} subject={openParticipant} />
    </div>
  );
}

/** The open participant by the address, whichever list they are beside. */
const openParticipant = ({ pathname, search }: { pathname: string; search: object }) =>
  [pathname, 'participant' in search && search.participant, 'tab' in search && search.tab].join(' ');
