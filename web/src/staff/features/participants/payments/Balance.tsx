import type { PaymentBalance } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { centsOf, wireOf } from '@vpisnik/contract/rules/money';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './payments.module.css';

/** The open amount and its late part in one sentence; without an open amount, the paid one. */
export function Balance({ currency, open, overdue, received }: PaymentBalance) {
  const { t, locale } = useI18n();
  const money = (amount: string) => formatMoney(amount, currency, locale);
  const isLate = centsOf(overdue) > 0n;
  const isAllLate = overdue === open;
  const whole = wireOf(centsOf(open) + centsOf(received));
  if (centsOf(open) === 0n)
    return centsOf(received) > 0n ? (
      <p>{t('modules.payment.all_paid', { amount: money(received) })}</p>
    ) : null;
  return (
    <div className={classes.balance}>
      <p>
        <strong>{money(open)}</strong>{' '}
        {isAllLate ? (
          <span className={classes.late}>{t('modules.payment.late_all')}</span>
        ) : (
          t(isLate ? 'modules.payment.open_late' : 'modules.payment.open')
        )}
        {isLate && !isAllLate && (
          <span className={classes.late}> {t('modules.payment.late', { amount: money(overdue) })}</span>
        )}
      </p>
      {centsOf(received) > 0n && (
        <p className={classes.small}>
          {t('modules.payment.paid_of', { received: money(received), whole: money(whole) })}
        </p>
      )}
    </div>
  );
}
