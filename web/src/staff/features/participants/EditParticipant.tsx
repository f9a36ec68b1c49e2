import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FieldError } from '@vpisnik/contract/errors';
import { type Participant, participants } from '@vpisnik/contract/participants';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { wholeQuery } from '../../../lib/pages-query.ts';
import { ConflictNotice } from '../../../ui/ConflictNotice.tsx';
import { Sheet, SheetForm } from '../../../ui/FormSheet.tsx';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx';
import { useCloseAsking } from '../../../ui/use-close-asking.tsx';
import { AnswerField } from './AnswerField.tsx';
import { useUpdateParticipant } from './calls.ts';
import { type Person, PersonFields, personBody } from './PersonFields.tsx';
import { groupQuery, participantQuery } from './queries.ts';
import { type AnswerValue, answersOf, changedAnswers, type Question, questionsOf } from './questions.ts';
import { useParticipantWords } from './use-words.ts';

type EditParticipantProps = { id: string; name: string; onClose: () => void };

/** Corrects a person's data and answers; a question that is no longer on the form keeps its answer. */
export function EditParticipant({ id, name, onClose }: EditParticipantProps) {
  const { t } = useI18n();
  const api = useApi();
  const participant = useQuery(participantQuery(api, id)).data;
  const groupId = participant?.group_id ?? '';
  const group = useQuery({ ...groupQuery(api, groupId), enabled: groupId !== '' }).data;
  const catalogue = useQuery(wholeQuery(api.form_fields.list, {})).data;
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.participant.edit.title', { name })} onClose={closing.ask}>
      {participant && group && catalogue ? (
        <EditForm
          participant={participant}
          questions={questionsOf(group, catalogue.results, participant.language)}
          onDirty={closing.setDirty}
          onClose={closing.ask}
          onSaved={onClose}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
      {closing.dialog}
    </Sheet>
  );
}

type Values = Person & { notes: string; answers: Record<string, AnswerValue> };

const valuesOf = (row: Participant | null): Values => ({
  name: row?.name ?? '',
  email: row?.email ?? '',
  phone: row?.phone ?? '',
  language: row?.language ?? 'sl',
  notes: row?.notes ?? '',
  answers: answersOf(row?.answers ?? []),
});

type EditFormProps = {
  participant: Participant;
  questions: Question[];
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
  onSaved: () => void;
};

function EditForm({ participant, questions, onDirty, onClose, onSaved }: EditFormProps) {
  const { t } = useI18n();
  const update = useUpdateParticipant();
  const { summary, describe } = useParticipantWords(questions);
  // A date that is typed wrong: its field knows, its value is empty.
  const [dateErrors, setDateErrors] = useState<Record<string, string | null>>({});
  const bodyOf = (values: Values, fields: readonly string[], base: Participant) => {
    const all = { ...personBody(values), notes: values.notes };
    const answers = changedAnswers(answersOf(base.answers), values.answers, questions);
    return {
      ...Object.fromEntries(Object.entries(all).filter(([field]) => fields.includes(field))),
      ...(Object.keys(answers).length > 0 && { answers }),
    };
  };
  const problemsOf = (values: Values): FieldError[] =>
    problemsOfBody(
      participants.update.body,
      { ...bodyOf(values, Object.keys(values), participant), version: 1 },
      Object.entries(dateErrors).flatMap(([path, message]) =>
        message === null ? [] : [{ path, code: 'invalid_date' }],
      ),
    );
  const form = useEntityForm<Values, Participant>({
    initial: participant,
    valuesOf,
    problemsOf,
    send: (values, fields, base) => update(base ?? participant, bodyOf(values, fields, base ?? participant)),
  });
  const { values, change, problems, dirty } = form;
  const told = useRef(onDirty);
  told.current = onDirty;
  useEffect(() => told.current(dirty), [dirty]);

  const finish = async (saving: Promise<Participant | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    notify({ message: 'modules.participant.done.saved', values: { name: saved.name } });
    onSaved();
  };
  return (
    <SheetForm
      errors={summary(problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.participant.save') : null}
      saving={form.saving}
      submit={t('modules.participant.edit.save')}
      notice={
        <ConflictNotice
          fields={form.conflicts.map(describe)}
          busy={form.saving}
          onMine={() => finish(form.keepMine())}
          onTheirs={form.takeTheirs}
        />
      }
      onSubmit={() => (dirty || Object.values(dateErrors).some(Boolean) ? finish(form.save()) : onSaved())}
      onClose={onClose}
    >
      <PersonFields values={values} change={change} problems={problems} />
      {questions.map((question) => (
        <AnswerField
          key={question.id}
          question={question}
          value={values.answers[question.id]}
          language={participant.language}
          error={errorAt(problems, `answers.${question.id}`, t)}
          onChange={(value) => change({ answers: { ...values.answers, [question.id]: value } })}
          onDateError={(message) => setDateErrors((now) => ({ ...now, [`answers.${question.id}`]: message }))}
        />
      ))}
      <Textarea
        id={controlId('notes')}
        label={
          <>
            {t('modules.participant.fields.notes')}
            <Optional />
          </>
        }
        value={values.notes}
        error={errorAt(problems, 'notes', t)}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </SheetForm>
  );
}
