import type { Payment } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { typedAmount } from '@vpisnik/contract/rules/money';
import { asksForReceipt } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { useControls } from '../../../../ui/form/form-words.ts';
import { notify } from '../../../../ui/notice/notify.ts';
import { AmountField, MethodField, ReceiptField } from './fields.tsx';
import { MailTick } from './MailTick.tsx';
import { closeIfChanged, inWords, PaymentForm } from './PaymentForm.tsx';
import classes from './payments.module.css';
import { unlessChanged, usePaymentCalls } from './queries.ts';
import { type PaidValues, paidProblemsOf, paidValuesOf, paidWireOf } from './values.ts';

type PayFormProps = { payment: Payment; onClose: () => void };

/** Records what was paid; of less than the whole, the rest stays open as a payment of its own. */
export function PayForm({ payment, onClose }: PayFormProps) {
  const { t, locale } = useI18n();
  const { change, payPart } = usePaymentCalls();
  const today = localDay(new Date(), useTimeZone());
  const form = useEntityForm<PaidValues, Payment>({
    initial: null,
    valuesOf: () => paidValuesOf(payment, locale, today),
    problemsOf: (values) => paidProblemsOf(values, payment, locale),
    send: (values) => {
      const { amount, rest, facts } = paidWireOf(values, payment, locale);
      const whole = { ...facts, status: 'completed' } as const;
      return unlessChanged(rest === null ? change(payment, whole) : payPart(payment, { ...facts, amount }));
    },
    onFailed: closeIfChanged(onClose),
  });
  const { values } = form;
  const { text, control } = useControls({ ...form, problems: inWords(form.problems, t) });
  const { rest } = paidWireOf(values, payment, locale);
  const money = (amount: string) => formatMoney(amount, payment.currency, locale);
  const save = async () => {
    if (!(await form.save())) return;
    notify({ message: 'modules.payment.paid', act: 'errors.payment.status' });
    onClose();
  };
  return (
    <PaymentForm
      title={t('modules.payment.pay_title', { amount: money(payment.amount) })}
      submit={t(rest === null ? 'modules.payment.pay' : 'modules.payment.pay_part')}
      act="errors.payment.status"
      dirty={form.dirty}
      saving={form.saving}
      failure={form.failure}
      refusals={form.refusals}
      onSubmit={save}
      onClose={onClose}
    >
      <FieldPair level>
        <AmountField
          {...text('amount')}
          label={t('modules.payment.fields.paid')}
          currency={payment.currency}
          placeholder={typedAmount(payment.amount, locale)}
        />
        <DateInput
          {...control('payment_date')}
          name="payment_date"
          clearable={false}
          label={t('modules.payment.fields.payment_date')}
          max={today}
          onError={(message) => form.sayTyped('payment_date', message)}
        />
      </FieldPair>
      <p role="status" className={classes.small}>
        {rest !== null && t('modules.payment.rest_stays', { amount: money(rest) })}
      </p>
      <MethodField {...control('method')} />
      {asksForReceipt(values.method) && <ReceiptField {...text('invoice_number')} />}
      <MailTick
        participantId={payment.participant_id}
        mail="payment_received"
        checked={values.notify}
        onChange={(notify) => form.change({ notify })}
      />
    </PaymentForm>
  );
}
