import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { whenOpened } from '../../../../ui/dialog/on-demand.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import type { ByPlanQuestionProps } from './ByPlanQuestion.tsx';
import { useRefreshPayments } from './queries.ts';

/** Shows what the plan would make before it is made. Its code comes when it is first opened. */
const ByPlanDialog = whenOpened<ByPlanQuestionProps>(
  async () => (await import('./ByPlanQuestion.tsx')).ByPlanQuestion,
);

/** Offers the payments of the group's plan to a participant who has a place and has not got them. */
export function ByPlanOffer({ participantId: id }: { participantId: string }) {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshPayments();
  const [isAsked, ask] = useState(false);
  const { data: proposal } = useQuery({
    ...api.fee_plans.proposal.options({ params: { id }, query: { by_hand: 'true' } }),
    staleTime: 0,
  });
  const make = useMutation({
    mutationFn: (body: { at_once: boolean; notify: boolean }) => api.fee_plans.make({ params: { id }, body }),
    onSuccess: ({ payments }) =>
      payments > 0
        ? notify({ message: 'modules.fees.made_payments', values: { count: payments } })
        : notify({ message: 'modules.fees.pays_by_plan' }),
    onError: (error) => notifyFailure(error, t, 'errors.fees.make'),
    onSettled: () => {
      ask(false);
      void refresh(id);
    },
  });
  if (!proposal || proposal.lines.length === 0) return null;
  return (
    <>
      <Button onClick={() => ask(true)}>{t('modules.fees.by_plan')}</Button>
      <ByPlanDialog
        opened={isAsked}
        participantId={id}
        proposal={proposal}
        busy={make.isPending}
        onConfirm={make.mutate}
        onCancel={() => ask(false)}
      />
    </>
  );
}
