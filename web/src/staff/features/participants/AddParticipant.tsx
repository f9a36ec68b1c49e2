import { Checkbox, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldError } from '@vpisnik/contract/errors';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { type ParticipantStatus, participantStatuses, participants } from '@vpisnik/contract/participants';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/context.ts';
import { notify } from '../../../ui/notify.ts';
import { FullDialog } from './FullDialog.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { useOpenParticipant } from './list-place.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { type Person, PersonFields, personBody } from './PersonFields.tsx';
import { controlId, problemsOf, problemText, refusedFields } from './person-form.ts';
import { groupQuery, refreshLists } from './queries.ts';

type Values = Person & { group_id: string | null; status: ParticipantStatus; notify: boolean };

/** Statuses with which a new participant is told that they are in. */
const living: readonly ParticipantStatus[] = ['pending', 'approved', 'waitlisted'];

/** Enters somebody who did not apply by the form. */
export function AddParticipant({ groupId, onClose }: { groupId: string | null; onClose: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const open = useOpenParticipant();
  const language = useSession().organization?.default_language ?? 'sl';
  const [values, setValues] = useState<Values>({
    group_id: groupId,
    name: '',
    email: '',
    phone: '',
    language,
    status: 'approved',
    notify: true,
  });
  const [dirty, setDirty] = useState(false);
  const [saving, setSaving] = useState(false);
  // Validated when sent first, then live.
  const [isSubmitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [full, setFull] = useState<Group | null>(null);

  const tells = values.notify && values.email.trim() !== '' && living.includes(values.status);
  const body = {
    ...personBody(values),
    group_id: values.group_id ?? '',
    status: values.status,
    notify: tells,
  };
  const live = isSubmitted ? problemsOf(participants.create.body, body) : [];
  const problems = [...live, ...refused.filter(({ path }) => !live.some((one) => one.path === path))];
  const errorAt = (path: string) => {
    const problem = problems.find((one) => one.path === path);
    return problem && problemText(problem, t);
  };
  const change = (changed: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changed }));
    setDirty(true);
    setRefused((now) => now.filter(({ path }) => !(path in changed)));
  };

  const send = async (allow_overbooking: boolean) => {
    setSaving(true);
    setFailure(null);
    try {
      const added = await api.participants.create({ body: { ...body, allow_overbooking } });
      refreshLists(queryClient, api);
      notify({ message: 'modules.participant.done.added', values: { name: added.name } });
      onClose();
      open(added.id);
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === 'group_full' && values.group_id;
      const fields = refusedFields(error);
      if (isFull)
        setFull(await queryClient.fetchQuery({ ...groupQuery(api, isFull), staleTime: 0 }).catch(() => null));
      else if (fields.length === 0) setFailure(errorText(error, t, 'errors.participant.save'));
      setRefused(fields);
      if (!isFull) setRefusals((count) => count + 1);
    } finally {
      setSaving(false);
    }
  };
  const submit = () => {
    setSubmitted(true);
    if (problemsOf(participants.create.body, body).length > 0) setRefusals((count) => count + 1);
    else void send(false);
  };
  return (
    <>
      <PersonDialog
        title={t('modules.participant.add.title')}
        submit={t('modules.participant.actions.add')}
        saving={saving}
        dirty={dirty}
        problems={problems}
        failure={failure}
        refusals={refusals}
        onSubmit={submit}
        onClose={onClose}
      >
        <GroupSelect
          id={controlId('group_id')}
          label={t('modules.participant.fields.group_id')}
          value={values.group_id}
          error={errorAt('group_id')}
          onChange={(group_id) => change({ group_id })}
        />
        <PersonFields value={values} onChange={change} errorAt={errorAt} />
        <Select
          id={controlId('status')}
          label={t('modules.participant.list.column_status')}
          data={participantStatuses.map((status) => ({
            value: status,
            label: t(`modules.participant.status.${status}`),
          }))}
          value={values.status}
          onChange={(status) =>
            change({ status: participantStatuses.find((one) => one === status) ?? 'approved' })
          }
        />
        <Checkbox
          label={t('modules.participant.add.tell')}
          description={!living.includes(values.status) && t('modules.participant.add.tell_living')}
          checked={tells}
          disabled={values.email.trim() === '' || !living.includes(values.status)}
          onChange={(event) => change({ notify: event.currentTarget.checked })}
        />
      </PersonDialog>
      <FullDialog
        group={full}
        confirm={t('modules.participant.full.add')}
        busy={saving}
        onConfirm={() => {
          setFull(null);
          void send(true);
        }}
        onCancel={() => setFull(null)}
      />
    </>
  );
}
