import type { FamilyOfParticipant, FamilySummary } from '@vpisnik/contract/families';
import { ApiError } from '@vpisnik/contract/kit';
import { type ReactNode, useState } from 'react';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { useFamilyCalls } from './queries.ts';

type Joining = {
  busy: boolean;
  /** Joins others with the participant; asks first where it would join two families. */
  join: (ids: string[]) => Promise<void>;
  refuse: (ids: string[]) => Promise<void>;
  dialog: ReactNode;
};

/** Decides who is in the family of a participant, and says so; `onDone` after each decision. */
export function useJoining(participantId: string, onDone: () => void): Joining {
  const { t } = useI18n();
  const calls = useFamilyCalls();
  const [busy, setBusy] = useState(false);
  const [other, setOther] = useState<{ ids: string[]; family: FamilySummary } | null>(null);

  const run = async (work: () => Promise<unknown>, done: MessageKey, ids: string[]) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
      setOther(null);
      notify({ message: done, act: 'modules.family.failed.join' });
      onDone();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      const other = problem?.code === 'in_other_family' && (problem.current as FamilyOfParticipant).family;
      if (other) setOther({ ids, family: other });
      else if (refusedFields(error).length > 0) {
        calls.refresh();
        notify({ message: 'modules.family.failed.gone', color: 'error', act: 'modules.family.failed.join' });
      } else notifyFailure(error, t, 'modules.family.failed.join');
    } finally {
      setBusy(false);
    }
  };
  const join = (participant_ids: string[], join_families = false) =>
    run(
      () => calls.join(participantId, { participant_ids, join_families }),
      'modules.family.done.joined',
      participant_ids,
    );
  return {
    busy,
    join,
    refuse: (ids) => run(() => calls.refuse(participantId, ids), 'modules.family.done.refused', ids),
    dialog: (
      <ConfirmDialog
        opened={other !== null}
        title={t('modules.family.two_title')}
        confirm={t('modules.family.two_confirm')}
        busy={busy}
        onConfirm={() => other && void join(other.ids, true)}
        onCancel={() => setOther(null)}
      >
        {t('modules.family.two_text', {
          names: other?.family.children.map(({ name }) => name).join(', ') ?? '',
        })}
      </ConfirmDialog>
    ),
  };
}
