import { useMutation, useQuery } from '@tanstack/react-query';
import type { FeePeople } from '@vpisnik/contract/fee-plans';
import { periodWords } from '@vpisnik/contract/rules/fee-words';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { feePeopleQuery, useRefreshFees } from './queries.ts';

type MakePaymentsProps = { groupId: string; count: number; onClose: () => void };

/** Asks before payments of people who don't pay by the plan yet are made: shows what would be made, and offers to undo it. */
export function MakePayments({ groupId, count, onClose }: MakePaymentsProps) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshFees(groupId);
  const params = { id: groupId };
  const { data, error, refetch } = useQuery(feePeopleQuery(api, groupId, count));
  const undo = async (made_at: string) => {
    try {
      const { payments } = await api.fee_plans.undoPeople({ params, body: { made_at } });
      notify({ message: 'modules.fees.undone', values: { count: payments }, act: 'errors.fees.undo' });
    } catch (failure) {
      notifyFailure(failure, t, 'errors.fees.undo');
    }
    void refresh();
  };
  const make = useMutation({
    mutationFn: () => api.fee_plans.people({ params, body: { expected_count: count } }),
    onSuccess: ({ payments, made_at }) =>
      notify({
        message: 'modules.fees.made_payments',
        values: { count: payments },
        act: 'errors.fees.make',
        timeout: 10_000,
        action: { label: 'ui.undo', run: () => void undo(made_at) },
      }),
    onError: (failure) => notifyFailure(failure, t, 'errors.fees.make'),
    onSettled: () => {
      onClose();
      void refresh();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('modules.fees.make_title', { count })}
      confirm={t('modules.fees.make')}
      busy={make.isPending}
      blocked={!data}
      onConfirm={() => make.mutate()}
      onCancel={onClose}
    >
      {data ? (
        <Shown made={data} />
      ) : error ? (
        <PartFailed error={error} act="errors.fees.make_shown" onRetry={refetch} />
      ) : (
        <p role="status">{t('modules.fees.make_pending')}</p>
      )}
    </ConfirmDialog>
  );
}

/** How many payments of what would be made, and who has others. */
function Shown({ made: { payments, total, currency, periods, others } }: { made: FeePeople }) {
  const { t, locale } = useI18n();
  const words = periods.map((one) => periodWords(one, locale)).filter(Boolean);
  const sum = formatMoney(total, currency, locale);
  return (
    <>
      <p>
        {payments === 0 ? (
          t('modules.fees.makes_none')
        ) : (
          <>
            <b>{t('modules.fees.makes', { count: payments, total: sum })}</b>
            {words.length > 0 && `: ${words.join(', ')}`}.
          </>
        )}
      </p>
      <p>{t('modules.fees.make_text')}</p>
      {others > 0 && <p>{t('modules.fees.makes_beside', { count: others })}</p>}
    </>
  );
}
