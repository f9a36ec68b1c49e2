import { Checkbox, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { type Participant, participantStatuses } from '@vpisnik/contract/participants';
import type { FeePayments } from '@vpisnik/contract/rules/fee-plan';
import { Fragment, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { wholeQuery } from '../../../../lib/pages-query.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { Locale } from '../../../../lib/text/locale.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { controlId, errorAt } from '../../../../ui/form/form-words.ts';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { FeesDialog } from '../FeesDialog.tsx';
import type { AddingBody, Proposal } from '../FeesQuestion.tsx';
import { FullDialog } from '../FullDialog.tsx';
import { useOpenParticipant } from '../list/list-place.ts';
import { groupQuery, refreshLists } from '../queries.ts';
import { useParticipantWords } from '../use-words.ts';
import { AnswerField } from './AnswerField.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { PersonFields } from './PersonFields.tsx';
import { asksGuardianPhone, contactQuestions, type Question, questionsOf } from './questions.ts';
import { canTell, living, type NewValues, newProblemsOf, newValues, newWireOf } from './values.ts';

type AddParticipantProps = { groupId: string | null; onClose: () => void };

/** Sheet that adds a participant who did not apply by the form. */
export function AddParticipant({ groupId, onClose }: AddParticipantProps) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.participant.actions.add')} onClose={closing.ask}>
      <AddForm groupId={groupId} onDirty={closing.setDirty} onClose={closing.ask} onAdded={onClose} />
      {closing.dialog}
    </Sheet>
  );
}

/** The questions about a guardian of a group's form, each in the language of the mail. */
function useContactQuestions(groupId: string | null, language: Locale): Question[] {
  const api = useApi();
  const group = useQuery({ ...groupQuery(api, groupId ?? ''), enabled: groupId !== null }).data;
  const catalogue = useQuery(wholeQuery(api.form_fields.list, {})).data;
  return group && catalogue ? contactQuestions(questionsOf(group, catalogue.results, language)) : [];
}

type AddFormProps = {
  groupId: string | null;
  onDirty: (dirty: boolean) => void;
  onClose: () => void;
  onAdded: () => void;
};

function AddForm({ groupId, onDirty, onClose, onAdded }: AddFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const open = useOpenParticipant();
  const language = useSession().organization?.default_language ?? 'sl';
  const [full, setFull] = useState<Group | null>(null);
  const mayOverbook = useRef(false);
  const [priced, setPriced] = useState<{ body: AddingBody; proposal: Proposal } | null>(null);
  const payments = useRef<FeePayments>('none');
  // the same one when it is sent again, so that an answer that got lost adds nobody twice
  const [id] = useState(() => crypto.randomUUID());
  const [isPricing, setPricing] = useState(false);
  /** Why the payments could not be shown. */
  const [unpriced, setUnpriced] = useState<unknown>(null);
  const [chosen, setChosen] = useState<Pick<NewValues, 'group_id' | 'language'>>({
    group_id: groupId,
    language,
  });
  const questions = useContactQuestions(chosen.group_id, chosen.language);
  const form = useEntityForm<NewValues, Participant>({
    initial: null,
    valuesOf: () => newValues(groupId, language),
    problemsOf: (values) => newProblemsOf(values, questions),
    send: async (values) => {
      try {
        const allow_overbooking = mayOverbook.current;
        return await api.participants.create({
          body: {
            id,
            ...newWireOf(values, questions),
            allow_overbooking,
            ...(payments.current !== 'none' && { payments: payments.current }),
          },
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'group_full' && values.group_id)
          setFull(await queryClient.fetchQuery({ ...groupQuery(api, values.group_id), staleTime: 0 }));
        throw error;
      }
    },
  });
  const { values, change, problems, dirty } = form;
  const { summary } = useParticipantWords(values, questions);
  const told = useRef(onDirty);
  told.current = onDirty;
  useEffect(() => told.current(dirty), [dirty]);

  const [GroupFirst, PersonFirst] = groupId === null ? [FirstField, Fragment] : [Fragment, FirstField];

  /** Shows the payments that the group's plan makes before a person is added as approved. */
  const begin = async () => {
    payments.current = 'none';
    setUnpriced(null);
    const body = newWireOf(values, questions);
    const asks = values.status === 'approved' && newProblemsOf(values, questions).length === 0;
    if (!asks) return submit(false);
    setPricing(true);
    let proposal: Proposal | null = null;
    try {
      proposal = await api.fee_proposals.adding({ body });
    } catch (error) {
      // the save tells what is refused at its field; nobody would notice payments that are missing
      if (refusedFields(error).length === 0) return setUnpriced(error);
    } finally {
      setPricing(false);
    }
    if (proposal && proposal.lines.length > 0) setPriced({ body, proposal });
    else await submit(false);
  };
  const submit = async (overbook: boolean) => {
    mayOverbook.current = overbook;
    setFull(null);
    const added = await form.save();
    setPriced(null);
    if (!added) return;
    refreshLists(queryClient, api);
    notify({ message: 'modules.participant.done.added', values: { name: added.name } });
    // The sheet is gone before the address changes, or leaving it would be asked about.
    flushSync(onAdded);
    open(added.id);
  };
  const failure = unpriced ?? form.failure;
  return (
    <SheetForm
      errors={summary(problems)}
      refusals={form.refusals}
      failure={failure ? errorText(failure, t, 'errors.participant.save') : null}
      saving={form.saving || isPricing}
      submit={t('modules.participant.actions.add')}
      onSubmit={begin}
      onClose={onClose}
    >
      <GroupFirst>
        <GroupSelect
          id={controlId('group_id')}
          label={t('modules.participant.fields.group_id')}
          value={values.group_id}
          error={errorAt(problems, 'group_id', t)}
          onChange={(group_id) => {
            change({ group_id });
            setChosen((now) => ({ ...now, group_id }));
          }}
        />
      </GroupFirst>
      <PersonFirst>
        <PersonFields
          values={values}
          change={(part) => {
            change(part);
            if (part.language) setChosen((now) => ({ ...now, language: part.language ?? now.language }));
          }}
          problems={problems}
          withPhone={values.phone !== '' || !asksGuardianPhone(questions)}
        />
      </PersonFirst>
      {questions.map((question) => (
        <AnswerField
          key={question.id}
          question={question}
          value={values.answers[question.id]}
          language={values.language}
          error={errorAt(problems, `answers.${question.id}`, t)}
          onChange={(value) => change({ answers: { ...values.answers, [question.id]: value } })}
        />
      ))}
      <Select
        id={controlId('status')}
        label={t('modules.participant.list.column_status')}
        data={participantStatuses.map((status) => ({
          value: status,
          label: t(`modules.participant.status.${status}`),
        }))}
        value={values.status}
        onChange={(chosen) => {
          const status = participantStatuses.find((one) => one === chosen);
          if (status) change({ status });
        }}
      />
      <Checkbox
        label={t('modules.participant.add.tell')}
        description={!living.includes(values.status) && t('modules.participant.add.tell_living')}
        checked={values.notify && canTell(values)}
        disabled={!canTell(values)}
        onChange={(event) => change({ notify: event.currentTarget.checked })}
      />
      <FeesDialog
        opened={priced !== null}
        participant={priced && { id: 'new', name: priced.body.name }}
        adding={priced?.body ?? null}
        proposal={priced?.proposal ?? null}
        busy={form.saving}
        onConfirm={(chosen) => {
          payments.current = chosen;
          void submit(false);
        }}
        onCancel={() => setPriced(null)}
      />
      <FullDialog
        opened={full !== null}
        group={full}
        confirm={t('modules.participant.full.add')}
        busy={form.saving}
        onConfirm={() => submit(true)}
        onCancel={() => setFull(null)}
      />
    </SheetForm>
  );
}
