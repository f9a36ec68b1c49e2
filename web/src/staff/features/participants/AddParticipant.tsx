import { Checkbox, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldError } from '@vpisnik/contract/errors';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import {
  type Participant,
  type ParticipantStatus,
  participantStatuses,
  participants,
} from '@vpisnik/contract/participants';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/context.ts';
import { Sheet, SheetForm } from '../../../ui/FormSheet.tsx';
import { controlId, errorAt } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { useCloseAsking } from '../../../ui/use-close-asking.tsx';
import { FullDialog } from './FullDialog.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { useOpenParticipant } from './list-place.ts';
import { type Person, PersonFields, personBody } from './PersonFields.tsx';
import { groupQuery, refreshLists } from './queries.ts';
import { useParticipantWords } from './use-words.ts';

type AddParticipantProps = { groupId: string | null; onClose: () => void };

/** Enters somebody who did not apply by the form. */
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

type Values = Person & { group_id: string | null; status: ParticipantStatus; notify: boolean };

/** Statuses with which a new participant is told that they are in. */
const living: readonly ParticipantStatus[] = ['pending', 'approved', 'waitlisted'];
const canTell = ({ email, status }: Values) => email.trim() !== '' && living.includes(status);

const bodyOf = (values: Values) => ({
  ...personBody(values),
  group_id: values.group_id ?? '',
  status: values.status,
  notify: values.notify && canTell(values),
});

const problemsOf = (values: Values): FieldError[] =>
  problemsOfBody(participants.create.body, bodyOf(values)).map((problem) =>
    problem.path === 'group_id' ? { ...problem, code: 'required' } : problem,
  );

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
  const { summary } = useParticipantWords();
  const language = useSession().organization?.default_language ?? 'sl';
  const [full, setFull] = useState<Group | null>(null);
  const mayOverbook = useRef(false);
  const form = useEntityForm<Values, Participant>({
    initial: null,
    valuesOf: () => ({
      group_id: groupId,
      name: '',
      email: '',
      phone: '',
      language,
      status: 'approved',
      notify: true,
    }),
    problemsOf,
    send: async (values) => {
      try {
        const allow_overbooking = mayOverbook.current;
        return await api.participants.create({ body: { ...bodyOf(values), allow_overbooking } });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'group_full' && values.group_id)
          setFull(await queryClient.fetchQuery({ ...groupQuery(api, values.group_id), staleTime: 0 }));
        throw error;
      }
    },
  });
  const { values, change, problems, dirty } = form;
  const told = useRef(onDirty);
  told.current = onDirty;
  useEffect(() => told.current(dirty), [dirty]);

  const submit = async (overbook: boolean) => {
    mayOverbook.current = overbook;
    setFull(null);
    const added = await form.save();
    if (!added) return;
    refreshLists(queryClient, api);
    notify({ message: 'modules.participant.done.added', values: { name: added.name } });
    // The sheet is gone before the address changes, or leaving it would be asked about.
    flushSync(onAdded);
    open(added.id);
  };
  return (
    <SheetForm
      errors={summary(problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.participant.save') : null}
      saving={form.saving}
      submit={t('modules.participant.actions.add')}
      onSubmit={() => submit(false)}
      onClose={onClose}
    >
      <GroupSelect
        id={controlId('group_id')}
        label={t('modules.participant.fields.group_id')}
        value={values.group_id}
        error={errorAt(problems, 'group_id', t)}
        onChange={(group_id) => change({ group_id })}
      />
      <PersonFields values={values} change={change} problems={problems} />
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
      <FullDialog
        group={full}
        confirm={t('modules.participant.full.add')}
        busy={form.saving}
        onConfirm={() => submit(true)}
        onCancel={() => setFull(null)}
      />
    </SheetForm>
  );
}
