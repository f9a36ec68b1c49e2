import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useMay } from '../../../permission/Permission.tsx';
import { notesQuery } from '../queries.ts';
import { Note } from './Note.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import classes from './notes.module.css';

/** What staff have written down about a participant, and the field for more; never in a mail or on a public page. */
export function NotesSection({ participantId }: { participantId: string }) {
  const { t } = useI18n();
  const notes = useInfiniteQuery(notesQuery(useApi(), participantId));
  const mayWrite = useMay('participants.decide');
  const [edited, setEdited] = useState<ReadonlySet<string>>(new Set());
  const rows = notes.data?.pages.flatMap(({ results }) => results) ?? [];
  if (!mayWrite && rows.length === 0 && !notes.isError) return null;
  return (
    <section className={classes.section}>
      <h3>{t('modules.participant.fields.staff_notes')}</h3>
      {mayWrite && <NoteEditor participantId={participantId} note={null} />}
      {notes.isError && (
        <div role="alert">
          <p>{errorText(notes.error, t, 'errors.general.query')}</p>
          <Button size="compact-sm" onClick={() => notes.refetch()}>
            {t('ui.query.retry')}
          </Button>
        </div>
      )}
      {rows.length > 0 && (
        <ul className={classes.notes}>
          {rows.map((note) => (
            <Note
              key={note.id}
              note={note}
              isEdited={edited.has(note.id)}
              onEdit={(edits) => setEdited((before) => withOne(before, note.id, edits))}
            />
          ))}
        </ul>
      )}
      {notes.hasNextPage && (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={notes.isFetchingNextPage}
          onClick={() => notes.fetchNextPage()}
        >
          {t('modules.participant_notes.older')}
        </Button>
      )}
    </section>
  );
}

/** The set with or without one of its values. */
function withOne(before: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
