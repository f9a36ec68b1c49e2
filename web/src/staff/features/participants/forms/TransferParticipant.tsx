import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import type { Participant } from '@vpisnik/contract/participants';
import type { MovePrice } from '@vpisnik/contract/rules/fee-plan';
import { isOver } from '@vpisnik/contract/rules/statuses';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { PriceChoice } from '../../fee-lines/PriceChoice.tsx';
import { FullDialog } from '../FullDialog.tsx';
import { useRefreshPayments } from '../payments/queries.ts';
import { groupQuery, participantQuery, refreshLists, useUpdateParticipant } from '../queries.ts';
import { silence } from '../silence.ts';
import { GroupSelect } from './GroupSelect.tsx';

/** Reason why a move to a group is told to nobody; null when it can be. */
function silenceOf(participant: Participant, target: Group | undefined): MessageKey | null {
  if (isOver(participant.status)) return 'modules.participant.transfer.over';
  const why = silence(participant, target);
  return why === 'modules.participant.decide.group_silent'
    ? 'modules.participant.transfer.group_silent'
    : why;
}

type TransferParticipantProps = { id: string; name: string; onClose: () => void };

/** Moves a participant to another group with all that belongs to them, and tells their applicant if asked to. */
export function TransferParticipant({ id, name, onClose }: TransferParticipantProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const participant = useQuery(participantQuery(api, id)).data;
  const update = useUpdateParticipant();
  const [groupId, setGroupId] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [full, setFull] = useState<Group | null>(null);
  const [price, setPrice] = useState<MovePrice>('keep');
  const proposed = useQuery({
    ...api.fee_proposals.move.options({ params: { id }, body: { group_id: groupId ?? '' } }),
    enabled: groupId !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const offered = groupId === null ? null : (proposed.data?.fees ?? null);
  const [tells, setTells] = useState(false);
  const target = useQuery({ ...groupQuery(api, groupId ?? ''), enabled: groupId !== null }).data;
  const why = participant ? silenceOf(participant, target) : null;
  const isTold = tells && why === null;
  const refreshPayments = useRefreshPayments();

  const send = async (group_id: string, allow_overbooking: boolean) => {
    // Nothing but the group is changed, so it may stand on whatever version is the present one.
    const present = await queryClient.fetchQuery({ ...participantQuery(api, id), staleTime: 0 });
    const moved = await update(present, {
      group_id,
      ...(offered && { fees: price }),
      ...(allow_overbooking && { allow_overbooking }),
      ...(isTold && { notify: true }),
    });
    refreshLists(queryClient, api);
    if (offered) void refreshPayments(id);
    const group = bestText(moved.group_name, locale).text;
    if (isTold && moved.email)
      notify({
        message: 'modules.participant.done.transferred_told',
        values: { name, group, email: moved.email },
      });
    else notify({ message: 'modules.participant.done.transferred', values: { name, group } });
    onClose();
  };
  const transfer = async (allow_overbooking: boolean) => {
    setFull(null);
    if (groupId === null) return setFailure(t('modules.participant.transfer.missing'));
    setFailure(undefined);
    setBusy(true);
    try {
      await send(groupId, allow_overbooking);
    } catch (error) {
      setFailure(errorText(error, t, 'errors.participant.save'));
      if (error instanceof ApiError && error.code === 'group_full')
        setFull(
          await queryClient.fetchQuery({ ...groupQuery(api, groupId), staleTime: 0 }).catch(() => null),
        );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ConfirmDialog
        opened
        title={t('modules.participant.transfer.title', { name })}
        confirm={t('modules.participant.actions.transfer')}
        busy={busy}
        // a price that could not be shown stays as it is
        blocked={groupId !== null && proposed.isLoading}
        onConfirm={() => transfer(false)}
        onCancel={onClose}
      >
        <p>{t('modules.participant.transfer.text')}</p>
        <GroupSelect
          id="transfer-group"
          label={t('modules.participant.transfer.group')}
          value={groupId}
          participant={participant}
          error={failure}
          onChange={(chosen) => {
            setGroupId(chosen);
            setPrice('keep');
            setFailure(undefined);
          }}
        />
        {offered && <PriceChoice price={offered} value={price} onChange={setPrice} />}
        {participant && (
          <Checkbox
            mt={16}
            label={t('modules.participant.decide.tell', {
              language: t(`modules.participant.in_language.${participant.language}`),
            })}
            description={t(why ?? 'modules.participant.transfer.tell_hint')}
            checked={isTold}
            disabled={why !== null}
            onChange={(event) => setTells(event.currentTarget.checked)}
          />
        )}
      </ConfirmDialog>
      <FullDialog
        opened={full !== null}
        group={full}
        confirm={t('modules.participant.full.transfer')}
        busy={busy}
        onConfirm={() => transfer(true)}
        onCancel={() => setFull(null)}
      />
    </>
  );
}
