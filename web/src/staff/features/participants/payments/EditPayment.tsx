import { Textarea } from '@mantine/core';
import type { Payment } from '@vpisnik/contract/payments';
import { limits } from '@vpisnik/contract/rules/limits';
import { isReceived } from '@vpisnik/contract/rules/payments';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { useControls, useFormWords } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { AmountField, KindField, MethodField, PurposeField, ReceiptField } from './fields.tsx';
import { inWords, PaymentForm } from './PaymentForm.tsx';
import { sideInWords } from './payment-words.ts';
import { usePaymentCalls } from './queries.ts';
import { type EditValues, editProblemsOf, editValuesOf, editWireOf } from './values.ts';

type EditPaymentProps = { payment: Payment; onClose: () => void };

/** Changes the facts of a payment; the amount of a received one stays. */
export function EditPayment({ payment, onClose }: EditPaymentProps) {
  const { t, locale } = useI18n();
  const { change } = usePaymentCalls();
  const received = isReceived(payment.status);
  const form = useEntityForm<EditValues, Payment>({
    initial: payment,
    valuesOf: (row) => editValuesOf(row ?? payment, locale),
    problemsOf: (values) => editProblemsOf(values, payment, locale),
    send: (values, fields, base) => change(base ?? payment, editWireOf(values, fields, locale)),
  });
  const { text, control } = useControls({ ...form, problems: inWords(form.problems, t) });
  const { describe } = useFormWords(
    form.values,
    (field) => t(`modules.payment.fields.${field}`),
    ({ unit }, value) => sideInWords(unit, value, { t, locale }),
  );
  const finish = async (saving: Promise<Payment | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.payment.saved', act: 'errors.payment.save' });
    onClose();
  };
  const save = () => (form.dirty ? finish(form.save()) : onClose());
  const day = (field: 'expiration_date' | 'payment_date') => ({
    ...control(field),
    name: field,
    // emptied by hand: a button for it leaves no room for the day
    clearable: false,
    labelText: t(`modules.payment.fields.${field}`),
    onError: (message: string | null) => form.sayTyped(field, message),
  });
  return (
    <PaymentForm
      title={t('modules.payment.edit')}
      submit={t('modules.payment.save')}
      act="errors.payment.save"
      dirty={form.dirty}
      saving={form.saving}
      failure={form.failure}
      refusals={form.refusals}
      onSubmit={save}
      onClose={onClose}
    >
      {received ? (
        <FieldPair level>
          <DateInput {...day('payment_date')} label={t('modules.payment.fields.payment_date')} />
          <MethodField {...control('method')} />
        </FieldPair>
      ) : (
        <FieldPair level>
          <AmountField {...text('amount')} currency={payment.currency} />
          <DateInput
            {...day('expiration_date')}
            label={
              <>
                {t('modules.payment.fields.expiration_date')}
                <Optional />
              </>
            }
          />
        </FieldPair>
      )}
      <PurposeField {...text('purpose')} />
      <KindField {...control('kind')} />
      {received && <ReceiptField {...text('invoice_number')} />}
      <Textarea
        {...text('notes')}
        label={
          <>
            {t('modules.payment.fields.notes')}
            <Optional />
          </>
        }
        rows={2}
        maxLength={limits.notes}
      />
      <ConflictNotice form={form} describe={describe} finish={finish} />
    </PaymentForm>
  );
}
