import { TextInput } from '@mantine/core';
import type { Payment } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { paymentLimits } from '@vpisnik/contract/rules/payments';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { useControls } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { closeIfChanged, inWords, PaymentForm } from './PaymentForm.tsx';
import classes from './payments.module.css';
import { unlessChanged, usePaymentCalls } from './queries.ts';

/** Moves of a payment that are asked about, and the state that they lead to. */
const targets = {
  correct: 'pending',
  reopen: 'pending',
  refund: 'refunded',
  cancel: 'cancelled',
  fail: 'failed',
} as const satisfies Record<string, Payment['status']>;
export type Move = keyof typeof targets;

type MoveFormProps = { payment: Payment; move: Move; onClose: () => void };
type Values = { status_reason: string; expiration_date: string | null };

/** Asks why a payment gets another state; a correction has to say it, and a payment that is open again may get another day. */
export function MoveForm({ payment, move, onClose }: MoveFormProps) {
  const { t, locale } = useI18n();
  const { change } = usePaymentCalls();
  const status = targets[move];
  const form = useEntityForm<Values, Payment>({
    initial: null,
    valuesOf: () => ({ status_reason: '', expiration_date: payment.expiration_date }),
    problemsOf: ({ status_reason }) =>
      move === 'correct' && status_reason.trim() === '' ? [{ path: 'status_reason', code: 'required' }] : [],
    send: ({ status_reason, expiration_date }) =>
      unlessChanged(
        change(payment, { status, status_reason, ...(status === 'pending' && { expiration_date }) }),
      ),
    onFailed: closeIfChanged(onClose),
  });
  const { text, control } = useControls({ ...form, problems: inWords(form.problems, t) });
  const amount = formatMoney(payment.amount, payment.currency, locale);
  const save = async () => {
    if (!(await form.save())) return;
    const message: MessageKey = `modules.payment.done.${move}`;
    notify({ message, act: 'errors.payment.status' });
    onClose();
  };
  return (
    <PaymentForm
      title={t(`modules.payment.ask.${move}`, { amount })}
      submit={t(`modules.payment.move.${move}`)}
      act="errors.payment.status"
      dirty={form.dirty}
      saving={form.saving}
      failure={form.failure}
      refusals={form.refusals}
      {...(move === 'cancel' && { danger: true, cancel: t('modules.payment_list.keep') })}
      onSubmit={save}
      onClose={onClose}
    >
      <p className={classes.small}>{t(`modules.payment.tell.${move}`)}</p>
      <TextInput
        {...text('status_reason')}
        label={
          <>
            {t('modules.payment.fields.status_reason')}
            {move !== 'correct' && <Optional />}
          </>
        }
        description={t('modules.payment.reason_hint')}
        maxLength={paymentLimits.reason}
        autoComplete="off"
      />
      {status === 'pending' && (
        <DateInput
          {...control('expiration_date')}
          name="expiration_date"
          clearable={false}
          labelText={t('modules.payment.fields.expiration_date')}
          label={
            <>
              {t('modules.payment.fields.expiration_date')}
              <Optional />
            </>
          }
          onError={(message) => form.sayTyped('expiration_date', message)}
        />
      )}
    </PaymentForm>
  );
}
