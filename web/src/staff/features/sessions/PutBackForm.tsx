import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { SheetForm } from '../../../ui/form/FormSheet.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';
import { putBackText } from './put-back-text.ts';
import { SessionAbout } from './SessionAbout.tsx';

export type PutBackFormProps = {
  /** `hold`: the date takes place on a closed day; `put_back`: the schedule counts again. */
  task: { kind: 'hold' | 'put_back'; session: Session };
  onSaved: () => void;
  onClose: () => void;
};

/** Holds a date on a closed day or takes back what was said about it, and asks whether people are told. */
export function PutBackForm({ task: { kind, session }, onSaved, onClose }: PutBackFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const [isTold, setTold] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { group_id, date, start_time, exception_id } = session;
  const save = async () => {
    setFailure(null);
    setSaving(true);
    try {
      if (kind === 'hold')
        await api.session_exceptions.create({
          params: { id: group_id },
          body: { kind: 'held', date, start_time, notify: isTold },
        });
      else
        await api.session_exceptions.remove({
          params: { id: exception_id ?? '' },
          query: { notify: isTold },
        });
      notify({ message: 'modules.schedule.saved' });
      onSaved();
    } catch (error) {
      const isTaken = refusedFields(error).some(({ code }) => code === 'slots_overlap');
      setFailure(
        isTaken ? t('modules.schedule.problems.taken_meanwhile') : errorText(error, t, 'errors.session.save'),
      );
    } finally {
      setSaving(false);
    }
  };
  return (
    <SheetForm
      errors={[]}
      refusals={0}
      failure={failure}
      saving={saving}
      submit={kind === 'hold' ? t('modules.schedule.hold') : putBackText(session, t)}
      {...(session.state === 'held' && { cancel: t('modules.schedule.keep') })}
      onSubmit={save}
      onClose={onClose}
    >
      <SessionAbout session={session} />
      <NotifyPeople about={{ group_id }} checked={isTold} onChange={setTold} />
    </SheetForm>
  );
}
