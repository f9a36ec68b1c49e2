import { Button, Textarea } from '@mantine/core';
import { type Participant, participants } from '@vpisnik/contract/participants';
import { type KeyboardEvent, useState } from 'react';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConflictNotice } from '../../../../ui/form/ConflictNotice.tsx';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { UnsavedGuard } from '../../../../ui/form/UnsavedGuard.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { useUpdateParticipant } from '../queries.ts';
import classes from './panel.module.css';

type StaffNotesProps = { participant: Participant };

/** Internal notes about a participant; never in a mail or on a public page. */
export function StaffNotes({ participant }: StaffNotesProps) {
  const { t } = useI18n();
  const mayWrite = useMay('participants.decide');
  if (!mayWrite && !participant.staff_notes) return null;
  return (
    <section>
      <h3>{t('modules.participant.fields.staff_notes')}</h3>
      {mayWrite ? (
        <Editor participant={participant} />
      ) : (
        <p className={classes.text}>{participant.staff_notes}</p>
      )}
    </section>
  );
}

type Values = { staff_notes: string };

/** The notes with their own save state, independent of the rest of the panel. */
function Editor({ participant }: StaffNotesProps) {
  const { t } = useI18n();
  const update = useUpdateParticipant();
  const form = useEntityForm<Values, Participant>({
    initial: participant,
    valuesOf: (row) => ({ staff_notes: row?.staff_notes ?? '' }),
    problemsOf: (values) => problemsOfBody(participants.update.body, { ...values, version: 1 }),
    send: (values, _, base) => update(base ?? participant, values),
  });
  const [isSaved, setSaved] = useState(false);
  const { dirty, saving, failure, conflicts } = form;

  const finish = async (save: Promise<Participant | undefined>) => setSaved((await save) !== undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    // The group's editor around has a form of its own.
    event.nativeEvent.stopImmediatePropagation();
    if (dirty && !saving) void finish(form.save());
  };
  return (
    <div className={classes.notes}>
      <Textarea
        aria-label={t('modules.participant.fields.staff_notes')}
        placeholder={t('modules.participant.staff_notes.placeholder')}
        minRows={2}
        value={form.values.staff_notes}
        error={
          failure
            ? errorText(failure, t, 'errors.participant.save')
            : errorAt(form.problems, 'staff_notes', t)
        }
        onKeyDown={onKeyDown}
        onChange={(event) => {
          form.change({ staff_notes: event.currentTarget.value });
          setSaved(false);
        }}
      />
      <ConflictNotice
        fields={conflicts.map(({ mine, theirs }) => ({
          name: t('modules.participant.fields.staff_notes'),
          mine: String(mine),
          theirs: String(theirs),
        }))}
        busy={saving}
        onMine={() => finish(form.keepMine())}
        onTheirs={form.takeTheirs}
      />
      <div className={classes.save}>
        {dirty && conflicts.length === 0 && (
          <>
            <Button size="compact-sm" onClick={() => finish(form.save())} disabled={saving}>
              {saving ? t('ui.save_bar.saving') : t('modules.participant.staff_notes.save')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={form.discard} disabled={saving}>
              {t('ui.save_bar.discard')}
            </Button>
          </>
        )}
        <span role="status">
          {dirty ? t('ui.save_bar.unsaved') : isSaved && t('modules.participant.staff_notes.saved')}
        </span>
      </div>
      <UnsavedGuard dirty={dirty} subject={openParticipant} />
    </div>
  );
}

/** The open participant by the address, whichever list they are beside. */
const openParticipant = ({ pathname, search }: { pathname: string; search: object }) =>
  [pathname, 'participant' in search && search.participant, 'tab' in search && search.tab].join(' ');
