import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import { participantMoves } from '@vpisnik/contract/participants';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { useDecisions } from './Decisions.tsx';
import { forgetParticipant, participantQuery } from './queries.ts';

type DeleteParticipantProps = {
  id: string;
  name: string;
  onClose: () => void;
  onDeleted: (id: string) => void;
};

/** Asks before a participant is deleted; when it is refused because they have paid, offers to make them inactive. */
export function DeleteParticipant({ id, name, onClose, onDeleted }: DeleteParticipantProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const { decide } = useDecisions();
  const participant = useQuery(participantQuery(api, id)).data;
  const [busy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);

  const remove = async () => {
    setBusy(true);
    try {
      await api.participants.remove({ params: { id } });
      onClose();
      onDeleted(id);
      forgetParticipant(queryClient, api, id);
      notify({ message: 'modules.participant.done.deleted', values: { name } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'in_use') setRefused(true);
      else
        notify({
          translate: false,
          message: errorText(error, t, 'errors.participant.delete'),
          color: 'error',
        });
    } finally {
      setBusy(false);
    }
  };

  if (isRefused) {
    const mayRest = participant && participantMoves[participant.status].includes('inactive');
    return (
      <ConfirmDialog
        opened
        title={t('modules.participant.delete.refused_title', { name })}
        confirm={t(mayRest ? 'modules.participant.move.inactive' : 'modules.participant.delete.keep')}
        onConfirm={() => {
          if (mayRest) decide(participant, 'inactive', { notify: false });
          onClose();
        }}
        onCancel={onClose}
      >
        {t(mayRest ? 'modules.participant.delete.refused' : 'modules.participant.delete.refused_inactive')}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened
      title={t('modules.participant.delete.title', { name })}
      confirm={t('modules.participant.actions.delete')}
      danger
      busy={busy}
      onConfirm={remove}
      onCancel={onClose}
    >
      {t('modules.participant.delete.text')}
    </ConfirmDialog>
  );
}
