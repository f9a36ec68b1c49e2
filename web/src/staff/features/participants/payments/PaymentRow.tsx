import { Menu } from '@mantine/core';
import type { Payment, RemindedPayment } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { isDeletable, isReceived, openStatuses, paymentMoves } from '@vpisnik/contract/rules/payments';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { StatusPill } from '../../../../ui/marks/StatusPill.tsx';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { lookOf } from '../payment-list/words.ts';
import { EditPayment } from './EditPayment.tsx';
import { type Move, MoveForm } from './MoveForm.tsx';
import { PayForm } from './PayForm.tsx';
import { paymentLines, paymentName } from './payment-words.ts';
import classes from './payments.module.css';
import { PaymentChanged, unlessChanged, usePaymentCalls } from './queries.ts';

const SlipDialog = onDemand(async () => (await import('../../slips/SlipDialog.tsx')).SlipDialog);

/** What is done to a payment in a form below it. */
export type Act = 'pay' | 'edit' | Move;

type PaymentRowProps = {
  payment: RemindedPayment;
  /** The payment of which it is the rest. */
  whole: Payment | undefined;
  /** The form that is open below it. */
  act: Act | null;
  /** Whether some form is open, so that nothing typed is lost by another one. */
  isBusy: boolean;
  onAct: (act: Act | null) => void;
};

/** A payment with its state, and what may be done with it. */
export function PaymentRow({ payment, whole, act, isBusy, onAct }: PaymentRowProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { tint, icon, word } = lookOf(payment);
  const close = () => onAct(null);
  return (
    <li data-payment={payment.id}>
      <div className={classes.row}>
        <div className={classes.facts}>
          <span className={classes.sum}>{formatMoney(payment.amount, payment.currency, locale)}</span>
          {paymentLines(payment, whole, { t, locale, timeZone }).map(({ about, line }) => (
            <span key={about} className={classes.small}>
              {line}
            </span>
          ))}
        </div>
        <StatusPill plain tint={tint} icon={icon}>
          {t(word)}
        </StatusPill>
        {isBusy ? <span className={classes.gap} /> : <Acts payment={payment} onAct={onAct} />}
      </div>
      {act === 'pay' ? (
        <PayForm payment={payment} onClose={close} />
      ) : act === 'edit' ? (
        <EditPayment payment={payment} onClose={close} />
      ) : (
        act && <MoveForm payment={payment} move={act} onClose={close} />
      )}
    </li>
  );
}

/** The moves that a payment's state allows, the usual ones first. */
function movesOf({ status }: Payment): Move[] {
  const to = paymentMoves[status];
  return [
    // one past its day gets a later one by being edited
    ...(to.includes('pending') && status !== 'expired' ? [backTo(status)] : []),
    ...(to.includes('refunded') ? ['refund' as const] : []),
    ...(to.includes('failed') ? ['fail' as const] : []),
    ...(to.includes('cancelled') ? ['cancel' as const] : []),
  ];
}

const backTo = (status: Payment['status']): Move => (status === 'completed' ? 'correct' : 'reopen');

function Acts({ payment, onAct }: { payment: Payment; onAct: (act: Act) => void }) {
  const { t, locale } = useI18n();
  const { remove } = usePaymentCalls();
  const [asks, setAsks] = useState(false);
  const [isSlipOpen, setSlipOpen] = useState(false);
  const name = paymentName(payment, { t, locale });
  const confirm = async () => {
    setAsks(false);
    try {
      await unlessChanged(remove(payment));
      notify({ message: 'modules.payment.deleted', act: 'errors.payment.delete' });
    } catch (error) {
      if (error instanceof PaymentChanged) notify({ message: 'modules.payment.changed', color: 'warning' });
      else notifyFailure(error, t, 'errors.payment.delete');
    }
  };
  return (
    <>
      <RowMenu name={name}>
        {paymentMoves[payment.status].includes('completed') && (
          <Menu.Item onClick={() => onAct('pay')}>{t('modules.payment.acts.pay')}</Menu.Item>
        )}
        {openStatuses.some((open) => open === payment.status) && (
          <Menu.Item onClick={() => setSlipOpen(true)}>{t('modules.slip.title')}</Menu.Item>
        )}
        <Menu.Item onClick={() => onAct('edit')}>
          {t(isReceived(payment.status) ? 'modules.payment.acts.edit_received' : 'modules.payment.acts.edit')}
        </Menu.Item>
        {movesOf(payment).map((move) => (
          <Menu.Item key={move} onClick={() => onAct(move)}>
            {t(`modules.payment.acts.${move}`)}
          </Menu.Item>
        ))}
        {isDeletable(payment.status) && (
          <Menu.Item color="error" onClick={() => setAsks(true)}>
            {t('modules.payment.acts.delete')}
          </Menu.Item>
        )}
      </RowMenu>
      {isSlipOpen && <SlipDialog paymentId={payment.id} onClose={() => setSlipOpen(false)} />}
      <ConfirmDialog
        opened={asks}
        title={t('modules.payment.delete_title', { payment: name })}
        confirm={t('modules.payment.delete')}
        cancel={t('modules.payment_list.keep')}
        danger
        onConfirm={confirm}
        onCancel={() => setAsks(false)}
      >
        {t('modules.payment.delete_text')}
      </ConfirmDialog>
    </>
  );
}
