import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { PaymentBalance } from '@vpisnik/contract/payments';
import { addDays } from '@vpisnik/contract/rules/dates';
import { formatDay, formatInstant, formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf } from '@vpisnik/contract/rules/money';
import { REMINDER_PAUSE, STATEMENT_AGE } from '@vpisnik/contract/rules/reminders';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import classes from './payments.module.css';
import { usePaymentCalls } from './queries.ts';
import { ReminderPreview } from './ReminderPreview.tsx';

type RemindPaymentsProps = {
  participantId: string;
  balances: PaymentBalance[];
  reminded_at: string | null;
  statement_day: string | null;
};

/** Reminds by e-mail of late payments, else of open ones; says before whether that was done lately, or may be paid by now. */
export function RemindPayments({ participantId, balances, ...known }: RemindPaymentsProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { remind } = usePaymentCalls();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const isLate = balances.some(({ overdue }) => centsOf(overdue) > 0n);
  const sums = balances.flatMap(({ open, overdue, currency }) => {
    const amount = isLate ? overdue : open;
    return centsOf(amount) > 0n ? [formatMoney(amount, currency, locale)] : [];
  });
  if (sums.length === 0) return null;
  const today = localDay(new Date(), timeZone);
  const when = known.reminded_at && formatInstant(known.reminded_at, { locale, timeZone });
  const isRecent =
    known.reminded_at !== null &&
    localDay(new Date(known.reminded_at), timeZone) > addDays(today, -REMINDER_PAUSE);
  const isStale = known.statement_day !== null && known.statement_day < addDays(today, -STATEMENT_AGE);

  const run = async () => {
    setBusy(true);
    try {
      await remind(participantId, isRecent);
      notify({ message: 'modules.payment.remind.sent', act: 'modules.payment.remind.failed' });
    } catch (error) {
      notifyFailure(error, t, 'modules.payment.remind.failed');
    }
    setBusy(false);
    setAsks(false);
  };
  return (
    <div className={classes.remind}>
      <Button leftSection={<IconBell size={18} stroke={1.75} aria-hidden />} onClick={() => setAsks(true)}>
        {t('modules.payment.remind.act')}
      </Button>
      {when && <span className={classes.small}>{t('modules.payment.remind.last', { when })}</span>}
      <ConfirmDialog
        opened={asks}
        title={t('modules.payment.remind.title', { amount: sums.join(' + ') })}
        confirm={t(isRecent ? 'modules.payment.remind.again' : 'modules.payment.remind.act')}
        busy={busy}
        onConfirm={() => void run()}
        onCancel={() => setAsks(false)}
      >
        <div className={classes.remindWords}>
          {isRecent && when && <p className={classes.late}>{t('modules.payment.remind.recent', { when })}</p>}
          {isStale && known.statement_day && (
            <p className={classes.late}>
              {t('modules.payment.remind.stale', { day: formatDay(known.statement_day, locale) })}
            </p>
          )}
          <p>{t(isLate ? 'modules.payment.remind.text' : 'modules.payment.remind.text_open')}</p>
          <ReminderPreview participantId={participantId} />
        </div>
      </ConfirmDialog>
    </div>
  );
}
