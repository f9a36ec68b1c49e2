import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/errors';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { notify } from '../../../ui/notify.ts';
import { FullDialog } from './FullDialog.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import { controlId, problemText, refusedFields } from './person-form.ts';
import { groupQuery, participantQuery, refreshLists } from './queries.ts';
import { useSaveParticipant } from './use-save.ts';

type TransferParticipantProps = { id: string; name: string; onClose: () => void };

/** Moves a participant to another group; status, answers and payments go along, and nobody is told. */
export function TransferParticipant({ id, name, onClose }: TransferParticipantProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const participant = useQuery(participantQuery(api, id)).data;
  const { save, saving } = useSaveParticipant();
  const [groupId, setGroupId] = useState<string | null>(null);
  const [problems, setProblems] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [full, setFull] = useState<Group | null>(null);

  const refuse = (found: FieldError[], message: string | null = null) => {
    setProblems(found);
    setFailure(message);
    setRefusals((count) => count + 1);
  };
  const send = async (to: string, allow_overbooking: boolean) => {
    if (!participant) return;
    setProblems([]);
    setFailure(null);
    try {
      const answer = await save(participant, {
        group_id: to,
        ...(allow_overbooking && { allow_overbooking }),
      });
      if ('conflict' in answer) {
        refuse([], t('errors.codes.edit_conflict'));
        return;
      }
      refreshLists(queryClient, api);
      const group = bestText(answer.participant.group_name, locale).text;
      notify({ message: 'modules.participant.done.transferred', values: { name, group } });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'group_full') {
        setFull(await queryClient.fetchQuery({ ...groupQuery(api, to), staleTime: 0 }).catch(() => null));
        return;
      }
      const fields = refusedFields(error).map((problem) => ({ ...problem, path: 'group_id' }));
      refuse(fields, fields.length === 0 ? errorText(error, t, 'errors.participant.save') : null);
    }
  };
  const [problem] = problems;
  return (
    <>
      <PersonDialog
        title={t('modules.participant.transfer.title', { name })}
        submit={t('modules.participant.actions.transfer')}
        saving={saving}
        dirty={groupId !== null}
        problems={problems}
        failure={failure}
        refusals={refusals}
        onSubmit={() =>
          groupId === null ? refuse([{ path: 'group_id', code: 'required' }]) : void send(groupId, false)
        }
        onClose={onClose}
      >
        <p>{t('modules.participant.transfer.text')}</p>
        <GroupSelect
          id={controlId('group_id')}
          label={t('modules.participant.transfer.group')}
          value={groupId}
          {...(participant && { except: participant.group_id })}
          error={problem && problemText(problem, t)}
          onChange={(chosen) => {
            setGroupId(chosen);
            setProblems([]);
          }}
        />
      </PersonDialog>
      <FullDialog
        group={full}
        confirm={t('modules.participant.full.transfer')}
        busy={saving}
        onConfirm={() => {
          setFull(null);
          if (groupId !== null) void send(groupId, true);
        }}
        onCancel={() => setFull(null)}
      />
    </>
  );
}
