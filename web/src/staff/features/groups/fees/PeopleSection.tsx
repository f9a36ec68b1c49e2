import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FeeChange, GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { periodWords } from '@vpisnik/contract/rules/fee-words';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import classes from './fees.module.css';
import { MakePayments } from './MakePayments.tsx';
import { feeChangesQuery, useRefreshFees } from './queries.ts';

/** Who pays by the plan; payments for those who don't yet, and pending ones that it would change: each only when asked. */
export function PeopleSection({ groupId, plan }: { groupId: string; plan: GroupFeePlan }) {
  const { t } = useI18n();
  const [isAsked, ask] = useState(false);
  const { enrolled, without } = plan;
  return (
    <section className={classes.section} aria-labelledby="fee-people">
      <h2 id="fee-people">{t('modules.fees.people')}</h2>
      <p>
        {enrolled === 0 ? t('modules.fees.enrolled_none') : t('modules.fees.enrolled', { count: enrolled })}
      </p>
      {without > 0 && (
        <div className={classes.offer}>
          <p>{t('modules.fees.without', { count: without })}</p>
          <Button onClick={() => ask(true)}>{t('modules.fees.make_for', { count: without })}</Button>
        </div>
      )}
      <Changes groupId={groupId} />
      {isAsked && <MakePayments groupId={groupId} count={without} onClose={() => ask(false)} />}
    </section>
  );
}

/** Pending payments that the plan would make otherwise, and the choice to change them. */
function Changes({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshFees(groupId);
  const { data } = useQuery(feeChangesQuery(api, groupId));
  const apply = useMutation({
    mutationFn: (expected_count: number) =>
      api.fee_plans.applyChanges({ params: { id: groupId }, body: { expected_count } }),
    onSuccess: ({ changed, cancelled }) =>
      notify({ message: 'modules.fees.changed', values: { count: changed + cancelled } }),
    onError: (error) => notifyFailure(error, t, 'errors.fees.change'),
    onSettled: refresh,
  });
  if (!data || data.total === 0) return null;
  const { results, total, currency } = data;
  return (
    <details className={classes.changes}>
      <summary>{t('modules.fees.would_change', { count: total })}</summary>
      <p>{t('modules.fees.would_change_text')}</p>
      <ul>
        {results.map((one) => (
          <ChangeRow key={one.payment_id} change={one} currency={currency} />
        ))}
      </ul>
      {total > results.length && <p>{t('modules.fees.more', { count: total - results.length })}</p>}
      <Button loading={apply.isPending} onClick={() => apply.mutate(total)}>
        {t('modules.fees.change_all', { count: total })}
      </Button>
    </details>
  );
}

function ChangeRow({ change, currency }: { change: FeeChange; currency: string }) {
  const { t, locale } = useI18n();
  const shown = (amount: string, day: string | null) =>
    [formatMoney(amount, currency, locale), day && formatDay(day, locale)].filter(Boolean).join(', ');
  const period = periodWords({ ...change, instalment: null, instalments: null }, locale);
  return (
    <li>
      <span>
        <b>{change.participant_name}</b>
        {period && `, ${period}`}
      </span>
      <span className="num">
        {shown(change.amount, change.expiration_date)} →{' '}
        {change.to ? shown(change.to.amount, change.to.expiration_date) : t('modules.fees.cancelled')}
      </span>
    </li>
  );
}
