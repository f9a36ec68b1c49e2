import { Button, Group, Modal, Select } from '@mantine/core';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { formatMoney } from '@vpisnik/contract/rules/format';
import { asksForReceipt, type PaymentMethod, paymentMethods } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { type FormEvent, useEffect, useState } from 'react';
import { errorText } from '../../../../lib/form/error-text.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import { ReceiptField } from '../payments/fields.tsx';
import { MailTick } from '../payments/MailTick.tsx';
import { inWords } from '../payments/PaymentForm.tsx';
import classes from './payment-list.module.css';
import { useChangePayment } from './use-change-payment.ts';

/** Marks a payment as paid: on which day, and how. */
export function PayDialog({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  const { t, locale } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  const change = useChangePayment();
  const [day, setDay] = useState<string | null>(today);
  const [method, setMethod] = useState<PaymentMethod>(payment.method ?? 'bank_transfer');
  const [number, setNumber] = useState(payment.invoice_number);
  const [notify, setNotify] = useState(true);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const closing = useCloseAsking(onClose);
  const { setDirty } = closing;
  const isDirty =
    day !== today ||
    method !== (payment.method ?? 'bank_transfer') ||
    number !== payment.invoice_number ||
    !notify;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  const problems = inWords(refusedFields(failure), t);
  useFocusReturn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // the field itself says so of a day to come
    if (day === null || day > today || isBusy) return;
    setBusy(true);
    setFailure(null);
    const paid = {
      status: 'completed' as const,
      payment_date: day,
      method,
      notify,
      ...(asksForReceipt(method) && { invoice_number: number.trim() }),
    };
    let isOpen = false;
    await change(payment, paid, 'modules.payment_list.paid', (error) => {
      isOpen = true;
      setFailure(error);
    });
    setBusy(false);
    if (!isOpen) onClose();
  };
  return (
    <Modal
      opened
      onClose={closing.ask}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(closing.ask)}
      title={t('modules.payment_list.pay')}
      closeButtonProps={{ 'aria-label': t('modules.payment_list.close') }}
      size={440}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className={classes.about}>
          {t('modules.payment_list.pay_title', {
            name: payment.participant_name,
            amount: formatMoney(payment.amount, payment.currency, locale),
          })}
        </p>
        <div className={classes.fields}>
          <FirstField>
            <DateInput
              name="payment_date"
              label={t('modules.payment_list.pay_day')}
              value={day}
              max={today}
              required
              error={
                isTried && day === null ? t('errors.fields.required') : errorAt(problems, 'payment_date', t)
              }
              onChange={setDay}
            />
          </FirstField>
          <Select
            label={t('modules.payment_list.pay_method')}
            data={paymentMethods.map((value) => ({
              value,
              label: t(`modules.payment_list.methods.${value}`),
            }))}
            value={method}
            onChange={(value) => value && setMethod(value as PaymentMethod)}
            allowDeselect={false}
          />
          {asksForReceipt(method) && (
            <ReceiptField
              error={errorAt(problems, 'invoice_number', t)}
              value={number}
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
          )}
          <MailTick
            participantId={payment.participant_id}
            mail="payment_received"
            checked={notify}
            onChange={setNotify}
          />
        </div>
        {failure !== null && (
          <p role="alert" className={classes.failure}>
            {errorText(failure, t, 'errors.payment.status')}
          </p>
        )}
        <Group className={classes.buttons ?? ''} gap={8} mt={20}>
          <Button onClick={closing.ask}>{t('modules.payment_list.close')}</Button>
          <Button type="submit" variant="filled" {...waiting(isBusy)}>
            {t('modules.payment_list.pay')}
          </Button>
        </Group>
      </form>
      {closing.dialog}
    </Modal>
  );
}
