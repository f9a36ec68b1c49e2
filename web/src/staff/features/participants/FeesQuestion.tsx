import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import type { Input, Output } from '@vpisnik/contract/kit';
import { type FeePayments, feePayments } from '@vpisnik/contract/rules/fee-plan';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmQuestion } from '../../../ui/dialog/ConfirmQuestion.tsx';
import { FeesMade } from '../fee-lines/FeeLines.tsx';
import classes from './dialog.module.css';

/** What the group's plan makes of an approval. */
export type Proposal = Output<typeof contract.fee_plans.proposal>;

/** A participant who is added, as the API takes them. */
export type AddingBody = Input<typeof contract.participants.create>['body'];

export type FeesQuestionProps = {
  opened: boolean;
  participant: { id: string; name: string } | null;
  /** Whom the sheet adds, where nobody is there to be approved yet. */
  adding?: AddingBody | null;
  proposal: Proposal | null;
  busy: boolean;
  onConfirm: (payments: FeePayments) => void;
  onCancel: () => void;
};

/** Asks which payments an approval, or adding a person as approved, makes: those of the plan, one for all of them where that is offered, or none. */
export function FeesQuestion({
  opened,
  participant,
  adding = null,
  proposal,
  busy,
  onConfirm,
  onCancel,
}: FeesQuestionProps) {
  const { t } = useI18n();
  const api = useApi();
  const [chosen, choose] = useState<{ id: string; payments: FeePayments }>({ id: '', payments: 'plan' });
  const [last, setLast] = useState({ participant, proposal, adds: adding !== null });
  // the words stay while the dialog goes
  if (participant && proposal && proposal !== last.proposal)
    setLast({ participant, proposal, adds: adding !== null });
  const id = last.participant?.id ?? '';
  const payments = chosen.id === id ? chosen.payments : 'plan';
  const whole = useQuery({
    ...api.fee_plans.proposal.options({ params: { id }, query: { at_once: 'true' } }),
    enabled: opened && payments === 'at_once' && !adding,
  });
  const wholeAdded = useQuery({
    ...api.fee_proposals.adding.options({ body: { ...(adding as AddingBody), at_once: true } }),
    enabled: opened && payments === 'at_once' && adding !== null,
    gcTime: 0,
  });
  const atOnce = adding ? wholeAdded.data : whole.data;
  const shown = payments === 'at_once' ? atOnce : last.proposal;
  const offered = feePayments.filter((one) => one !== 'at_once' || last.proposal?.can_pay_at_once);
  return (
    <ConfirmQuestion
      opened={opened}
      title={t(last.adds ? 'modules.fees.add_title' : 'modules.fees.approve_title', {
        name: last.participant?.name ?? '',
      })}
      confirm={t(last.adds ? 'modules.participant.actions.add' : 'modules.fees.approve')}
      busy={busy}
      blocked={payments === 'at_once' && !atOnce}
      onConfirm={() => onConfirm(payments)}
      onCancel={onCancel}
    >
      <div className={classes.stack}>
        <Radio.Group
          label={t('modules.fees.approve_payments')}
          value={payments}
          onChange={(value) => choose({ id, payments: feePayments.find((one) => one === value) ?? 'plan' })}
        >
          {offered.map((one) => (
            <Radio key={one} value={one} mt={8} label={t(`modules.fees.choices.${one}`)} />
          ))}
        </Radio.Group>
        {payments !== 'none' && shown && <FeesMade proposal={shown} />}
      </div>
    </ConfirmQuestion>
  );
}
