import { useQuery, useQueryClient } from '@tanstack/react-query';
import { participantMoves } from '@vpisnik/contract/participants';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DeleteDialog } from '../../../../ui/dialog/DeleteDialog.tsx';
import { useDecisions } from '../Decisions.tsx';
import { forgetParticipant, participantQuery } from '../queries.ts';

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
  const mayRest = participant && participantMoves[participant.status].includes('inactive');
  return (
    <DeleteDialog
      opened
      ask={{
        title: t('modules.participant.delete.title', { name }),
        text: t('modules.participant.delete.text'),
        confirm: t('modules.participant.actions.delete'),
      }}
      refused={{
        title: t('modules.participant.delete.refused_title', { name }),
        text: t(
          mayRest ? 'modules.participant.delete.refused' : 'modules.participant.delete.refused_inactive',
        ),
        confirm: t(mayRest ? 'modules.participant.move.inactive' : 'modules.participant.delete.keep'),
      }}
      deleted="modules.participant.done.deleted"
      failed="errors.participant.delete"
      remove={() => api.participants.remove({ params: { id } })}
      deactivate={mayRest ? async () => decide(participant, 'inactive', { notify: false }) : undefined}
      onClose={onClose}
      onDeleted={() => {
        onDeleted(id);
        forgetParticipant(queryClient, api, id);
      }}
    />
  );
}
