import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FeeChange } from '@vpisnik/contract/fee-plans';
import { periodWords } from '@vpisnik/contract/rules/fee-words';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './fees.module.css';
import { feeChangesQuery, useRefreshFees } from './queries.ts';

/** Pending payments that the plan would make otherwise: those that stay ticked are changed when that is asked for. */
export function FeeChanges({ groupId }: { groupId: string }) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshFees(groupId);
  const { data } = useQuery(feeChangesQuery(api, groupId));
  const [left, leave] = useState<ReadonlySet<string>>(new Set());
  const apply = useMutation({
    mutationFn: (body: { expected_count: number; except: string[] }) =>
      api.fee_plans.applyChanges({ params: { id: groupId }, body }),
    onSuccess: ({ changed, cancelled }) =>
      notify({ message: 'modules.fees.changed', values: { count: changed + cancelled } }),
    onError: (error) => notifyFailure(error, t, 'errors.fees.change'),
    onSettled: refresh,
  });
  if (!data || data.total === 0) return null;
  const { results, total, currency } = data;
  const except = results.map(({ payment_id }) => payment_id).filter((id) => left.has(id));
  const count = total - except.length;
  return (
    <details className={classes.changes}>
      <summary>{t('modules.fees.would_change', { count: total })}</summary>
      <p>{t('modules.fees.would_change_text')}</p>
      <Checkbox
        label={t('modules.fees.choose_all')}
        checked={count === total}
        indeterminate={count > 0 && count < total}
        onChange={() =>
          leave(new Set(count === total ? results.map(({ payment_id }) => payment_id) : undefined))
        }
      />
      <ul>
        {results.map((one) => (
          <ChangeRow
            key={one.payment_id}
            change={one}
            currency={currency}
            checked={!left.has(one.payment_id)}
            onChange={(checked) => {
              const next = new Set(left);
              if (checked) next.delete(one.payment_id);
              else next.add(one.payment_id);
              leave(next);
            }}
          />
        ))}
      </ul>
      {total > results.length && <p>{t('modules.fees.more', { count: total - results.length })}</p>}
      <Button
        disabled={count === 0}
        {...waiting(apply.isPending, () => apply.mutate({ expected_count: total, except }))}
      >
        {t('modules.fees.change_all', { count })}
      </Button>
    </details>
  );
}

type ChangeRowProps = {
  change: FeeChange;
  currency: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function ChangeRow({ change, currency, checked, onChange }: ChangeRowProps) {
  const { t, locale } = useI18n();
  const shown = (amount: string, day: string | null) =>
    [formatMoney(amount, currency, locale), day && formatDay(day, locale)].filter(Boolean).join(', ');
  const period = periodWords({ ...change, instalment: null, instalments: null }, locale);
  return (
    <li>
      <Checkbox
        label={[change.participant_name, period].filter(Boolean).join(', ')}
        description={t('modules.fees.changes_to', {
          to: change.to ? shown(change.to.amount, change.to.expiration_date) : t('modules.fees.cancelled'),
          from: shown(change.amount, change.expiration_date),
        })}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </li>
  );
}
