import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import type { Answer, Participant } from '@vpisnik/contract/participants';
import { useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { wholeQuery } from '../../../../lib/pages-query.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { isSaveKey } from '../../../../ui/form/saving/save-key.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { RetryButton } from '../../../../ui/notice/RetryButton.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from '../dialog.module.css';
import { openParticipant } from '../list/list-place.ts';
import { useUpdateParticipant } from '../queries.ts';
import { useParticipantWords } from '../use-words.ts';
import { AnswerField } from './AnswerField.tsx';
import { type Question, questionsOf } from './questions.ts';
import { type EditValues, problemsOf, valuesOf, wireOf } from './values.ts';

type EditAnswerProps = { participant: Participant; group: Group; answer: Answer; onClose: () => void };

/** Corrects one answer where it stands, as it was asked; an empty one is taken away. */
export function EditAnswer({ participant, group, answer, onClose }: EditAnswerProps) {
  const { t } = useI18n();
  const fields = useQuery(wholeQuery(useApi().form_fields.list, {}));
  const catalogue = fields.data;
  const { language, answers } = participant;
  const question =
    catalogue &&
    questionsOf(group, catalogue.results, language, answers).find(({ id }) => id === answer.field_id);
  return (
    <div className={classes.in_place}>
      <dt className="vh" lang={language}>
        {answer.name}
      </dt>
      <dd>
        {question ? (
          <AnswerForm participant={participant} question={question} onClose={onClose} />
        ) : fields.isError ? (
          <div className={classes.fields} role="alert">
            <p>{errorText(fields.error, t, 'errors.general.query')}</p>
            <div className={classes.buttons}>
              <RetryButton onRetry={fields.refetch} />
              <Button variant="subtle" onClick={onClose}>
                {t('ui.confirm.cancel')}
              </Button>
            </div>
          </div>
        ) : (
          <Pending rows={1} />
        )}
      </dd>
    </div>
  );
}

type AnswerFormProps = { participant: Participant; question: Question; onClose: () => void };

function AnswerForm({ participant, question, onClose }: AnswerFormProps) {
  const { t } = useI18n();
  const update = useUpdateParticipant();
  const path = `answers.${question.id}`;
  const form = useEntityForm<EditValues, Participant>({
    initial: participant,
    valuesOf,
    problemsOf: (values) => problemsOf(values, participant, [question]),
    send: (values, fields, base) =>
      update(base ?? participant, wireOf(values, fields, base ?? participant, [question])),
  });
  const { values, change, problems, saving, failure, dirty } = form;
  const { describe } = useParticipantWords(values, [question]);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);

  const finish = async (save: Promise<Participant | undefined>) => {
    const saved = await save;
    if (!saved) return;
    notify({ message: 'modules.participant.done.saved', values: { name: saved.name } });
    onClose();
  };
  const submit = () => {
    if (saving) return;
    if (dirty) void finish(form.save());
    else onClose();
  };
  const wrong = errorAt(problems, path, t);
  return (
    <form
      ref={box}
      noValidate
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (isSaveKey(event)) {
          event.preventDefault();
          // the group's editor around has a form of its own
          event.nativeEvent.stopImmediatePropagation();
          submit();
        } else if (!dirty) {
          // the panel around stays
          closeOnOwnEscape(() => {
            event.stopPropagation();
            onClose();
          })(event);
        }
      }}
    >
      <ConflictNotice form={form} describe={describe} finish={finish} />
      <AnswerField
        question={question}
        value={values.answers[question.id]}
        language={participant.language}
        error={wrong ?? (failure ? errorText(failure, t, 'errors.participant.save') : undefined)}
        onChange={(value) => change({ answers: { ...values.answers, [question.id]: value } })}
        onDateError={(message) => form.sayTyped(path, message)}
      />
      <div className={classes.buttons}>
        <Button type="submit" {...waiting(saving)}>
          {saving ? t('ui.save_bar.saving') : t('modules.participant.edit.save_answer')}
        </Button>
        <Button variant="subtle" {...waiting(saving, onClose)}>
          {t('ui.confirm.cancel')}
        </Button>
      </div>
      <UnsavedGuard dirty={dirty} subject={openParticipant} />
    </form>
  );
}
