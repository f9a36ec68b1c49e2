import { Checkbox } from '@mantine/core';
import type { PaymentActPreview } from '@vpisnik/contract/payment-acts';
import { addDays } from '@vpisnik/contract/rules/dates';
import { formatDay } from '@vpisnik/contract/rules/format';
import { STATEMENT_AGE } from '@vpisnik/contract/rules/reminders';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import bulk from '../bulk/bulk.module.css';
import { ReminderPreview } from '../payments/ReminderPreview.tsx';
import { type ManyProps, PaymentActDialog } from './PaymentActDialog.tsx';

/** Reminds by e-mail of many payments; says before how many mails leave, who gets none, and what may be paid by now. */
export function RemindMany(props: ManyProps) {
  const { t, locale } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  const [again, setAgain] = useState(false);
  const act = { kind: 'remind', again } as const;
  return (
    <PaymentActDialog {...props} kind="remind" act={act} asked={act} isDirty={again} dueTo={today}>
      {({ preview }) => (
        <>
          {isStale(preview, today) && (
            <p className={bulk.changed}>
              {t('modules.payment.remind.stale', { day: formatDay(preview.statement_day, locale) })}
            </p>
          )}
          {(again || preview?.skipped.some(({ reason }) => reason === 'reminded_recently')) && (
            <Checkbox
              label={t('modules.payment_acts.again')}
              checked={again}
              onChange={(event) => setAgain(event.currentTarget.checked)}
            />
          )}
          {preview?.sample && (
            <ReminderPreview
              key={preview.sample.participant_id}
              participantId={preview.sample.participant_id}
              paymentIds={preview.sample.payment_ids}
            />
          )}
        </>
      )}
    </PaymentActDialog>
  );
}

/** Whether what came since the last statement may have paid some of them. */
function isStale(
  preview: PaymentActPreview | undefined,
  today: string,
): preview is PaymentActPreview & { statement_day: string } {
  const day = preview?.statement_day ?? null;
  return day !== null && day < addDays(today, -STATEMENT_AGE);
}
