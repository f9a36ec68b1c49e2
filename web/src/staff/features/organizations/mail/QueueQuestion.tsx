import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { type Chosen, useQueueActs } from './queries.ts';

/** Mails of one cause, and the act on them. */
export type Asked = Chosen & { act: 'retry' | 'cancel' };

/** Asks before mails of an organisation are sent or stopped, does it, and says how many were. */
export function QueueQuestion({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const { t } = useI18n();
  const acts = useQueueActs();
  const [busy, setBusy] = useState(false);
  // the words stay while the dialog goes
  const [last, setLast] = useState<Asked | null>(null);
  if (asked && asked !== last) setLast(asked);
  if (!last) return null;
  const { organization, cause, act, view } = last;
  const error = act === 'cancel' ? 'errors.mail.cancel' : 'errors.mail.retry';
  const run = async () => {
    setBusy(true);
    try {
      const { done, skipped } = await acts.act(last, act);
      const said = [
        t(`modules.mail_queue.done.${act}`, { count: done }),
        ...(skipped > 0 ? [t('modules.mail_queue.done.skipped', { count: skipped })] : []),
      ];
      notify({ translate: false, message: said.join(' '), act: error });
    } catch (failure) {
      notifyFailure(failure, t, error);
    } finally {
      setBusy(false);
      onClose();
    }
  };
  const { name } = organization;
  const { count, domain } = cause;
  return (
    <ConfirmDialog
      opened={asked !== null}
      title={t(`modules.mail_queue.question.${act}`, { count })}
      confirm={t(act === 'cancel' ? 'modules.messages.cancel' : 'modules.mail_queue.question.confirm_retry')}
      cancel={t('modules.mail_queue.question.leave')}
      danger={act === 'cancel'}
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      {domain
        ? t('modules.mail_queue.question.whose_domain', { name, domain })
        : t('modules.mail_queue.question.whose', { name })}{' '}
      {act === 'cancel'
        ? t('modules.mail_queue.question.cancel_text')
        : view === 'failed' && t('modules.mail_queue.question.again_text')}
    </ConfirmDialog>
  );
}
