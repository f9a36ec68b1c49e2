import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { notifyFailure } from '../../../ui/notice/notify.ts';

/** Asks, then signs out all other devices and this one. Here only when the others are out: else nothing is done by half. */
export function SignOutEverywhere({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await api.accounts.endOtherSignIns();
      await store.signOut();
      await navigate({ to: '/login' });
    } catch (error) {
      notifyFailure(error, t, 'modules.account.sign_ins.failed');
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      title={t('modules.account.everywhere.title')}
      confirm={t('modules.account.everywhere.confirm')}
      danger
      busy={busy}
      onConfirm={run}
      onCancel={onClose}
    >
      {t('modules.account.everywhere.text')}
    </ConfirmDialog>
  );
}
