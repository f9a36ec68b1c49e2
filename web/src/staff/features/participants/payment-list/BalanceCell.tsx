import { IconCalendarX, IconCheck, IconClock } from '@tabler/icons-react';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { StatusPill } from '../../../../ui/marks/StatusPill.tsx';
import classes from './payment-list.module.css';

/** What a participant owes: the open sum, what of it is late, or that all is paid. */
export function BalanceCell({ participant: { balances = [] } }: { participant: ParticipantSummary }) {
  const { t, locale } = useI18n();
  if (balances.length === 0)
    return <span className={classes.dim}>{t('modules.participant.list.payments.none')}</span>;
  const owed = balances.filter(({ open }) => open !== '0.00');
  const late = owed.filter(({ overdue }) => overdue !== '0.00');
  const stand = late.length > 0 ? 'overdue' : owed.length > 0 ? 'open' : 'paid';
  const { tint, icon } = looks[stand];
  return (
    <span className={classes.state}>
      {owed.map(({ currency, open }) => (
        <b key={currency} className={classes.amount}>
          {formatMoney(open, currency, locale)}
        </b>
      ))}
      <StatusPill tint={tint} icon={icon}>
        {t(`modules.participant.list.payments.${stand}`)}
      </StatusPill>
      {late.map(({ currency, overdue, open }) =>
        overdue === open ? null : (
          <small key={currency}>
            {t('modules.payment_list.balance_overdue', { amount: formatMoney(overdue, currency, locale) })}
          </small>
        ),
      )}
    </span>
  );
}

const looks = {
  overdue: { tint: 'rejected', icon: IconCalendarX },
  open: { tint: 'pending', icon: IconClock },
  paid: { tint: 'approved', icon: IconCheck },
} as const;
