import { Link } from '@tanstack/react-router';
import { formatMoney } from '@vpisnik/contract/rules/format';
import type { BankEntry, PayablePayment } from '@vpisnik/contract/statements';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Alike } from './EntryLine.tsx';
import { paymentFacts } from './entry-words.ts';
import classes from './statements.module.css';

type PaidLineProps = {
  payment: Omit<BankEntry['paid'][number], 'is_changed'> | PayablePayment;
  currency: string;
  /** Words of the transfer; those that the name has too are marked. */
  alike?: string;
};

/** A payment that a transfer pays, or is proposed to pay. */
export function PaidLine({ payment, currency, alike = '' }: PaidLineProps) {
  const words = useI18n();
  const { t, locale } = words;
  const isPaid = 'is_paid' in payment && payment.is_paid;
  return (
    <div className={classes.paid}>
      <b>
        <Link to="/participants/$participant_id" params={{ participant_id: payment.participant_id }}>
          <Alike text={payment.participant_name} as={alike} />
        </Link>
      </b>
      <b className={classes.money}>{formatMoney(payment.amount, currency, locale)}</b>
      <small>
        {paymentFacts(payment, words)}
        {isPaid && `, ${t('modules.statement.already_paid')}`}
      </small>
    </div>
  );
}
