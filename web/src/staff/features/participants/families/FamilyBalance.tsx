import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { Balance } from '../payments/Balance.tsx';
import classes from './families.module.css';

/** What a family owes together, by the statement of one of its participants, which it leads to. */
export function FamilyBalance({ participantId }: { participantId: string }) {
  const { t } = useI18n();
  const title = useId();
  const { data, error, refetch } = useQuery(
    useApi().payments.account.options({ params: { id: participantId }, query: { family: 'true' } }),
  );
  return (
    <section className={classes.card} aria-labelledby={title}>
      <h2 id={title} className={classes.label}>
        {t('modules.payment.title')}
      </h2>
      {data ? (
        <>
          {data.balances.map((balance) => (
            <Balance key={balance.currency} {...balance} />
          ))}
          {data.balances.length > 0 ? (
            <Link
              to="/participants/$participant_id/account"
              params={{ participant_id: participantId }}
              search={{ family: true }}
            >
              {t('modules.payment_account.open')}
            </Link>
          ) : (
            <p className={classes.small}>{t('modules.payment.none')}</p>
          )}
        </>
      ) : error ? (
        <QueryFailed error={error} onRetry={refetch} />
      ) : (
        <Pending rows={1} />
      )}
    </section>
  );
}
