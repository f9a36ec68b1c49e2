import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '@vpisnik/contract/participants';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { wholeQuery } from '../../../../lib/pages-query.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { controlId, errorAt } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { groupQuery, participantQuery, useUpdateParticipant } from '../queries.ts';
import { useParticipantWords } from '../use-words.ts';
import { AnswerField } from './AnswerField.tsx';
import { PersonFields } from './PersonFields.tsx';
import { asksGuardianPhone, type Question, questionsOf } from './questions.ts';
import { type EditValues, problemsOf, valuesOf, wireOf } from './values.ts';

type EditParticipantProps = { id: string; name: string; onClose: () => void };

/** Corrects a person's data and answers, also those to questions that are no longer on the form. */
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
          questions={questionsOf(group, catalogue.results, participant.language, participant.answers)}
          onDirty={closing.setDirty}
          onClose={closing.ask}
          onSaved={onClose}
        />
      ) : (
        <Pending rows={4} />
      )}
      {closing.dialog}
    </Sheet>
  );
}

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
  const form = useEntityForm<EditValues, Participant>({
    initial: participant,
    valuesOf,
    problemsOf: (values) => problemsOf(values, participant, questions),
    send: (values, fields, base) =>
      update(base ?? participant, wireOf(values, fields, base ?? participant, questions)),
  });
  const { values, change, problems, dirty } = form;
  const { summary, describe } = useParticipantWords(values, questions);
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
      notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
      onSubmit={() => {
        if (dirty) void finish(form.save());
        else if (form.validate()) onSaved();
      }}
      onClose={onClose}
    >
      <FirstField>
        <PersonFields
          values={values}
          change={change}
          problems={problems}
          withPhone={participant.phone !== null || !asksGuardianPhone(questions)}
        />
      </FirstField>
      {questions.map((question) => (
        <AnswerField
          key={question.id}
          question={question}
          value={values.answers[question.id]}
          language={participant.language}
          error={errorAt(problems, `answers.${question.id}`, t)}
          onChange={(value) => change({ answers: { ...values.answers, [question.id]: value } })}
          onDateError={(message) => form.sayTyped(`answers.${question.id}`, message)}
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
