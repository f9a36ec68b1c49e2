import type { ClosureDay } from '@vpisnik/contract/closures';
import { bestText } from '@vpisnik/contract/common';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';

/** What is done with a closed day: its sessions stay or fall out, or it is deleted or made official again. */
export type ClosureAct = { closure: ClosureDay; act: 'switch' | 'remove' };

type ClosureQuestionProps = { asked: ClosureAct; onClose: () => void; onChanged: () => Promise<unknown> };

/** Asks before something is done with a closed day, and whether people are told of it. */
export function ClosureQuestion({ asked: { closure, act }, onClose, onChanged }: ClosureQuestionProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { day: today } = useNow(useTimeZone());
  const [isTold, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const { id, version, kind, changed, active, name, start_date, end_date, source } = closure;
  const isRemoval = act === 'remove';
  const change = async () => {
    const known = { name, start_date, end_date, source };
    if (id === null || version === null)
      await api.closures.create({ body: { ...known, active: !active, notify: isTold } });
    // an unchanged known day needs no row, so restoring it deletes the row; a changed one keeps its row
    else if (isRemoval || (!active && source !== null && !changed))
      await api.closures.remove({ params: { id }, query: { notify: isTold } });
    else await api.closures.update({ params: { id }, body: { active: !active, version, notify: isTold } });
  };
  const run = async () => {
    setBusy(true);
    try {
      await change();
      onClose();
      notify({ message: 'modules.closure.deleted' });
      await onChanged();
    } catch (error) {
      notifyFailure(error, t, isRemoval ? 'errors.closure.delete' : 'errors.closure.save');
    } finally {
      setBusy(false);
    }
  };
  const own = kind === 'own' ? 'delete' : 'restore';
  const which = isRemoval ? own : active ? 'leave_out' : 'put_in';
  const from = start_date < today ? today : start_date;
  return (
    <ConfirmDialog
      opened
      title={t(`modules.closure.${which}_title`, { name: bestText(name, locale).text })}
      confirm={t(`modules.closure.${which}`)}
      danger={isRemoval}
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t(`modules.closure.${which}_text`)}</p>
      {end_date >= today && (
        <NotifyPeople about={{ from, to: end_date }} checked={isTold} onChange={setTold} />
      )}
    </ConfirmDialog>
  );
}
