import type { ListedPayment } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { useChangePayment } from './use-change-payment.ts';

/** Asks before a payment is cancelled. */
export function CancelPayment({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  const { t, locale } = useI18n();
  const change = useChangePayment();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await change(payment, { status: 'cancelled' }, 'modules.payment_list.cancelled');
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      title={t('modules.payment_list.cancel_title', {
        amount: formatMoney(payment.amount, payment.currency, locale),
        name: payment.participant_name,
      })}
      confirm={t('modules.payment_list.cancel')}
      cancel={t('modules.payment_list.keep')}
      busy={busy}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {t('modules.payment_list.cancel_text')}
    </ConfirmDialog>
  );
}
