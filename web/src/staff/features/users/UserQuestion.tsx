import type { UserSummary } from '@vpisnik/contract/users';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useRefreshUsers } from './queries.ts';

export type UserAct = 'invite' | 'demand' | 'reset_factor' | 'activate' | 'deactivate' | 'delete';

const failures: Record<UserAct, MessageKey> = {
  invite: 'errors.user.save',
  demand: 'errors.user.save',
  reset_factor: 'errors.user.save',
  activate: 'errors.user.status',
  deactivate: 'errors.user.status',
  delete: 'errors.user.delete',
};

const actsOfInvited = ['activate', 'deactivate', 'delete'] as const;
const isOfInvited = (act: UserAct): act is (typeof actsOfInvited)[number] =>
  actsOfInvited.some((one) => one === act);

type UserQuestionProps = { user: UserSummary; act: UserAct | null; onClose: () => void };

/** Asks before something is done to one of the staff, does it, and says what came of it. */
export function UserQuestion({ user, act, onClose }: UserQuestionProps) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshUsers();
  const [busy, setBusy] = useState(false);
  // the words stay while the dialog goes
  const [last, setLast] = useState<UserAct>('invite');
  if (act && act !== last) setLast(act);
  const { id, name, email, confirmed } = user;
  // there is no account yet of which to speak
  const words = !confirmed && isOfInvited(last) ? (`${last}_invited` as const) : last;
  const params = { id };

  const work: Record<UserAct, () => Promise<unknown>> = {
    invite: () => api.users.resendInvitation({ params }),
    demand: async () => {
      const { version } = await api.users.get({ params });
      return api.users.update({ params, body: { password_change_required: true, version } });
    },
    reset_factor: () => api.users.resetSecondFactor({ params }),
    activate: () => api.users.setStatus({ params, body: { active: true } }),
    deactivate: () => api.users.setStatus({ params, body: { active: false } }),
    delete: () => api.users.remove({ params }),
  };
  const run = async () => {
    setBusy(true);
    try {
      await work[last]();
      const message: MessageKey = `modules.user.done.${words}`;
      notify({ message, values: { email }, act: failures[last] });
    } catch (error) {
      notifyFailure(error, t, failures[last]);
    } finally {
      await refresh();
      setBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={act !== null}
      title={t(`modules.user.ask.${words}.title`, { name })}
      confirm={t(`modules.user.ask.${words}.confirm`)}
      danger={last === 'delete' || last === 'deactivate' || last === 'reset_factor'}
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      {t(`modules.user.ask.${words}.text`, { email })}
    </ConfirmDialog>
  );
}
