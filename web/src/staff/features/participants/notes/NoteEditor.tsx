import { Button, Textarea } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { type ParticipantNote, participant_notes } from '@vpisnik/contract/participant-notes';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { isSaveKey } from '../../../../ui/form/saving/save-key.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { openParticipant } from '../list/list-place.ts';
import { useRefreshNotes } from '../queries.ts';
import classes from './notes.module.css';

type NoteEditorProps = {
  participantId: string;
  /** Null writes a new one. */
  note: ParticipantNote | null;
  /** Whether the note was deleted meanwhile: its words are saved as a new one. */
  isGone?: boolean;
  /** Closes the editor of a note that is there. */
  onClose?: () => void;
};

type Values = { text: string };

/** The text of a note with its own save state, independent of the rest of the panel. */
export function NoteEditor({ participantId, note, isGone = false, onClose }: NoteEditorProps) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshNotes();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = note?.id;
  /** The refusal that told that the note is gone. */
  const [missing, setMissing] = useState<unknown>(null);
  const isLost = (row: ParticipantNote | null) =>
    row !== null && row.id === id && (isGone || missing !== null);
  const form = useEntityForm<Values, ParticipantNote>({
    initial: note,
    valuesOf: (row) => ({ text: row?.text ?? '' }),
    problemsOf: (values) => problemsOfBody(participant_notes.create.body, values),
    send: (body, _, base) =>
      base && !isLost(base)
        ? api.participant_notes.update({ params: { id: base.id }, body: { ...body, version: base.version } })
        : api.participant_notes.create({ params: { id: participantId }, body }),
    onFailed: (error, base) => {
      if (!base || isLost(base) || !(error instanceof ApiError && error.status === 404)) return;
      setMissing(error);
      void refresh();
    },
  });
  const lost = isLost(form.row);
  const { dirty, saving, failure, conflicts } = form;
  useEffect(() => {
    if (id) field.current?.focus();
  }, [id]);

  const finish = async (save: Promise<ParticipantNote | undefined>) => {
    if (!(await save)) return;
    notify({ message: 'modules.participant_notes.saved', act: 'errors.participant.note' });
    if (!note) {
      form.restart({ text: '' });
      // the button that saved it goes; after a touch the focus would bring the keyboard of the phone
      if (document.activeElement?.matches('button:focus-visible')) field.current?.focus();
    }
    await refresh();
    // what was typed during the refresh is yet to be saved
    if (!form.isDirty()) onClose?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSaveKey(event)) return;
    event.preventDefault();
    // The group's editor around has a form of its own.
    event.nativeEvent.stopImmediatePropagation();
    if ((dirty || lost) && !saving) void finish(form.save());
  };
  const discard = () => {
    form.discard();
    onClose?.();
  };
  return (
    <div className={classes.editor}>
      {note && <FocusReturn />}
      {lost && <p role="alert">{t('modules.participant_notes.gone')}</p>}
      <Textarea
        ref={field}
        aria-label={t(`modules.participant_notes.${note ? 'text' : 'add'}`)}
        placeholder={t('modules.participant_notes.hint')}
        rows={2}
        value={form.values.text}
        // the field of a new note is emptied once it is saved, with all that stands there
        readOnly={saving}
        error={
          failure && failure !== missing
            ? errorText(failure, t, 'errors.participant.note')
            : errorAt(form.problems, 'text', t)
        }
        onKeyDown={onKeyDown}
        onChange={(event) => form.change({ text: event.currentTarget.value })}
      />
      <ConflictNotice
        form={form}
        describe={({ mine, theirs }) => ({
          name: t('modules.participant_notes.text'),
          mine: String(mine),
          theirs: String(theirs),
        })}
        finish={finish}
      />
      {(dirty || note) && conflicts.length === 0 && (
        <div className={classes.save}>
          <Button {...waiting(saving, () => (dirty || lost ? finish(form.save()) : onClose?.()))}>
            {saving ? t('ui.save_bar.saving') : t(`modules.participant_notes.${lost ? 'save_new' : 'save'}`)}
          </Button>
          <Button variant="subtle" {...waiting(saving, discard)}>
            {t('ui.save_bar.discard')}
          </Button>
        </div>
      )}
      <UnsavedGuard dirty={dirty} subject={openParticipant} />
    </div>
  );
}
