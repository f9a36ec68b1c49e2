import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@vpisnik/contract/limits';
import type { Participant } from '@vpisnik/contract/participants';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { AnswerField } from './AnswerField.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import classes from './dialog.module.css';
import { PersonDialog } from './PersonDialog.tsx';
import { PersonFields } from './PersonFields.tsx';
import { controlId } from './person-form.ts';
import { groupQuery, participantQuery } from './queries.ts';
import { type Question, questionsOf } from './questions.ts';
import { useEdit } from './use-edit.ts';

type EditParticipantProps = { id: string; name: string; onClose: () => void };

/** Corrects a person's data and answers; a question that is no longer on the form keeps its answer. */
export function EditParticipant({ id, name, onClose }: EditParticipantProps) {
  const { t } = useI18n();
  const api = useApi();
  const participant = useQuery(participantQuery(api, id)).data;
  const groupId = participant?.group_id ?? '';
  const group = useQuery({ ...groupQuery(api, groupId), enabled: groupId !== '' }).data;
  const catalogue = useQuery(api.form_fields.list.options({ query: { limit: limits.pageMax } })).data;
  if (!participant || !group || !catalogue) return null;
  const questions = questionsOf(group, catalogue.results, participant.language);
  return (
    <EditForm
      title={t('modules.participant.edit.title', { name })}
      participant={participant}
      questions={questions}
      onClose={onClose}
    />
  );
}

type EditFormProps = {
  title: string;
  participant: Participant;
  questions: Question[];
  onClose: () => void;
};

function EditForm({ title, participant, questions, onClose }: EditFormProps) {
  const { t } = useI18n();
  const edit = useEdit(participant, questions, onClose);
  const { values, change, errorAt } = edit;
  return (
    <PersonDialog
      title={title}
      submit={t('modules.participant.edit.save')}
      saving={edit.saving}
      dirty={edit.dirty}
      problems={edit.problems}
      failure={edit.failure}
      refusals={edit.refusals}
      questionName={(path) => questions.find(({ id }) => path === `answers.${id}`)?.name}
      onSubmit={edit.submit}
      onClose={onClose}
    >
      {edit.conflict && (
        <ConflictNotice conflict={edit.conflict} onMine={edit.keepMine} onTheirs={edit.takeTheirs} />
      )}
      <PersonFields value={values} onChange={change} errorAt={errorAt} />
      {questions.length > 0 && (
        <div className={classes.answers}>
          {questions.map((question) => (
            <AnswerField
              key={question.id}
              question={question}
              value={values.answers[question.id]}
              language={participant.language}
              error={errorAt(`answers.${question.id}`)}
              onChange={(value) => change({ answers: { ...values.answers, [question.id]: value } })}
              onDateError={(message) => edit.sayDateError(`answers.${question.id}`, message)}
            />
          ))}
        </div>
      )}
      <Textarea
        id={controlId('notes')}
        label={
          <>
            {t('modules.participant.fields.notes')}
            <Optional />
          </>
        }
        value={values.notes}
        error={errorAt('notes')}
        maxLength={limits.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </PersonDialog>
  );
}
