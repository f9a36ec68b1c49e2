import { Select, TextInput, type TextInputProps } from '@mantine/core';
import type { Payment } from '@vpisnik/contract/payments';
import { paymentKinds, paymentLimits, paymentMethods } from '@vpisnik/contract/rules/payments';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { CurrencySign } from '../../../../ui/form/CurrencySign.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import classes from './payments.module.css';

/** An amount as people type it, with its currency. */
export function AmountField({ currency, ...props }: TextInputProps & { currency: string }) {
  const { t } = useI18n();
  return (
    <TextInput
      label={t('modules.payment.fields.amount')}
      inputMode="decimal"
      autoComplete="off"
      {...props}
      className={classes.amount ?? ''}
      rightSection={<CurrencySign currency={currency} />}
    />
  );
}

/** What a payment is for. */
export function PurposeField(props: TextInputProps) {
  const { t } = useI18n();
  return (
    <TextInput
      label={
        <>
          {t('modules.payment.fields.purpose')}
          <Optional />
        </>
      }
      description={t('modules.payment.purpose_hint')}
      maxLength={paymentLimits.purpose}
      autoComplete="off"
      {...props}
    />
  );
}

/** The number of a receipt that was written elsewhere. */
export function ReceiptField(props: TextInputProps) {
  const { t } = useI18n();
  return (
    <TextInput
      label={
        <>
          {t('modules.payment.fields.invoice_number')}
          <Optional />
        </>
      }
      description={t('modules.payment.receipt_hint')}
      maxLength={paymentLimits.invoice}
      autoComplete="off"
      {...props}
    />
  );
}

type ChoiceProps<Value> = {
  id?: string;
  error?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
};

export function KindField({ value, onChange, ...props }: ChoiceProps<Payment['kind']>) {
  const { t } = useI18n();
  return (
    <Select
      {...props}
      label={t('modules.payment.fields.kind')}
      data={paymentKinds.map((one) => ({ value: one, label: t(`modules.payment_list.kinds.${one}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(paymentKinds.find((one) => one === chosen) ?? value)}
    />
  );
}

/** How a payment was paid; null only before one is chosen. */
export function MethodField<Value extends Payment['method']>({
  value,
  onChange,
  ...props
}: ChoiceProps<Value>) {
  const { t } = useI18n();
  return (
    <Select
      {...props}
      label={t('modules.payment.fields.method')}
      data={paymentMethods.map((one) => ({ value: one, label: t(`modules.payment_list.methods.${one}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange((paymentMethods.find((one) => one === chosen) ?? value) as Value)}
    />
  );
}
