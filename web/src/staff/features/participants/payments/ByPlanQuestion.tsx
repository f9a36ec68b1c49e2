import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Output } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmQuestion } from '../../../../ui/dialog/ConfirmQuestion.tsx';
import { FeesMade } from '../../fee-lines/FeeLines.tsx';
import { MailTick } from './MailTick.tsx';
import classes from './payments.module.css';

export type ByPlanQuestionProps = {
  opened: boolean;
  participantId: string;
  proposal: Output<typeof contract.fee_plans.proposal>;
  busy: boolean;
  onConfirm: (how: { at_once: boolean; notify: boolean }) => void;
  onCancel: () => void;
};

/** Shows which payments the group's plan makes for a participant, and asks whether to make them. */
export function ByPlanQuestion(props: ByPlanQuestionProps) {
  const { opened, participantId: id, proposal, busy, onConfirm, onCancel } = props;
  const { t } = useI18n();
  const api = useApi();
  const [isAtOnce, setAtOnce] = useState(false);
  const [notify, setNotify] = useState(true);
  const whole = useQuery({
    ...api.fee_plans.proposal.options({ params: { id }, query: { by_hand: 'true', at_once: 'true' } }),
    enabled: opened && isAtOnce,
    staleTime: 0,
  });
  const shown = isAtOnce ? whole.data : proposal;
  return (
    <ConfirmQuestion
      opened={opened}
      title={t('modules.fees.by_plan_title')}
      confirm={t('modules.fees.make')}
      busy={busy}
      blocked={!shown}
      onConfirm={() => onConfirm({ at_once: isAtOnce, notify })}
      onCancel={onCancel}
    >
      <div className={classes.byPlan}>
        {proposal.can_pay_at_once && (
          <Checkbox
            label={t('modules.fees.choices.at_once')}
            checked={isAtOnce}
            onChange={(event) => setAtOnce(event.currentTarget.checked)}
          />
        )}
        {shown && <FeesMade proposal={shown} />}
        {shown && shown.now_count > 0 && (
          <MailTick participantId={id} mail="payment_request" checked={notify} onChange={setNotify} />
        )}
      </div>
    </ConfirmQuestion>
  );
}
