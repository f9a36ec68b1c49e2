import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { useRef } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';

type QueueDialogProps = {
  opened: boolean;
  /** Participant who would get a place out of turn; may be gone while the dialog closes. */
  participant: Pick<ParticipantSummary, 'name' | 'waiting_position'> | null;
  /** The verb of the decision: `Vseeno odobri`. */
  confirm: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before a place goes to a participant who is not the first of the waiting list. */
export function QueueDialog({ participant, ...rest }: QueueDialogProps) {
  const { t } = useI18n();
  // While it closes, the dialog still says what it said.
  const last = useRef(participant);
  if (participant) last.current = participant;
  const shown = participant ?? last.current;
  if (!shown) return null;
  const ahead = (shown.waiting_position ?? 1) - 1;
  return (
    <ConfirmDialog title={t('modules.participant.queue.title', { name: shown.name })} {...rest}>
      {t('modules.participant.queue.ahead', { count: ahead })}
    </ConfirmDialog>
  );
}
