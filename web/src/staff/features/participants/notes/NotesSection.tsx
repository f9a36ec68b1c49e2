import { useInfiniteQuery } from '@tanstack/react-query';
import type { ParticipantNote } from '@vpisnik/contract/participant-notes';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { notesQuery } from '../queries.ts';
import { Note } from './Note.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import classes from './notes.module.css';

/** What staff have written down about a participant, and the field for more; never in a mail, on a public page or for viewers. */
export function NotesSection({ participantId }: { participantId: string }) {
  return useMay('participants.decide') && <Notes participantId={participantId} />;
}

function Notes({ participantId }: { participantId: string }) {
  const { t } = useI18n();
  const notes = useInfiniteQuery(notesQuery(useApi(), participantId));
  const [edited, setEdited] = useState<ReadonlyMap<string, ParticipantNote>>(new Map());
  const rows = notes.data?.pages.flatMap(({ results }) => results) ?? [];
  // an editor keeps its words when its note is deleted or moves to a later page; first, so that it keeps the focus too
  const absent = [...edited.values()].filter(({ id }) => !rows.some((row) => row.id === id));
  const shown = [...absent, ...rows];
  return (
    <section className={classes.section} data-jump="notes">
      <h3 tabIndex={-1}>{t('modules.participant.fields.staff_notes')}</h3>
      <NoteEditor participantId={participantId} note={null} />
      {notes.isError && <PartFailed compact error={notes.error} onRetry={notes.refetch} />}
      {shown.length > 0 && (
        <ul className={classes.notes}>
          {shown.map((note) => (
            <Note
              key={note.id}
              note={note}
              isEdited={edited.has(note.id)}
              isGone={!notes.hasNextPage && absent.includes(note)}
              onEdit={(edits) => setEdited((before) => withOne(before, note, edits))}
            />
          ))}
        </ul>
      )}
      <MoreButton list={notes} size="compact-sm" variant="subtle">
        {t('modules.participant_notes.older')}
      </MoreButton>
    </section>
  );
}

/** The notes by id, with or without one. */
function withOne(before: ReadonlyMap<string, ParticipantNote>, note: ParticipantNote, isIn: boolean) {
  const next = new Map(before);
  if (isIn) next.set(note.id, note);
  else next.delete(note.id);
  return next;
}
