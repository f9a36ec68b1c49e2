import { TextInput } from '@mantine/core';
import { paymentLimits } from '@vpisnik/contract/rules/payments';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { type ManyProps, PaymentActDialog } from './PaymentActDialog.tsx';

/** Cancels many payments, with a reason for staff. */
export function CancelMany(props: ManyProps) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  return (
    <PaymentActDialog
      {...props}
      kind="cancel"
      act={{ kind: 'cancel', reason: reason.trim() }}
      asked={{ kind: 'cancel', reason: '' }}
      isDirty={reason !== ''}
      dueTo={null}
    >
      {() => (
        <TextInput
          label={
            <>
              {t('modules.payment_acts.reason')} <Optional />
            </>
          }
          description={t('modules.payment_acts.reason_hint')}
          value={reason}
          maxLength={paymentLimits.reason}
          autoComplete="off"
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </PaymentActDialog>
  );
}
