import type { PaymentAct } from '@vpisnik/contract/payment-acts';
import { daysOfMonth } from '@vpisnik/contract/rules/payment-filter';
import { asksForReceipt, type PaymentMethod } from '@vpisnik/contract/rules/payments';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { errorAt } from '../../../../ui/form/form-words.ts';
import { MethodField, ReceiptField } from '../payments/fields.tsx';
import { inWords } from '../payments/PaymentForm.tsx';
import { NotifyTick } from './NotifyTick.tsx';
import { type ManyProps, PaymentActDialog } from './PaymentActDialog.tsx';

/** Marks many payments as paid: on which day, and how. */
export function PayMany(props: ManyProps) {
  const { t } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  const [day, setDay] = useState<string | null>(today);
  const [method, setMethod] = useState<PaymentMethod>('bank_transfer');
  const [number, setNumber] = useState('');
  const [notify, setNotify] = useState(true);
  const of = (payment_date: string): PaymentAct => ({
    ...{ kind: 'pay', payment_date, method, notify },
    invoice_number: asksForReceipt(method) ? number.trim() : '',
  });
  return (
    <PaymentActDialog
      {...props}
      kind="pay"
      // the field itself says so of a day to come
      act={day !== null && day <= today ? of(day) : null}
      // whether mails go is for the person to decide, and how many would is asked once
      asked={{ kind: 'pay', payment_date: today, method: 'bank_transfer', invoice_number: '', notify: true }}
      isDirty={day !== today || method !== 'bank_transfer' || number !== '' || !notify}
      dueTo={daysOfMonth(today.slice(0, 7)).to}
    >
      {({ isTried, refused, preview }) => {
        const problems = inWords(refused, t);
        return (
          <>
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
            <MethodField value={method} onChange={setMethod} />
            {asksForReceipt(method) && (
              <ReceiptField
                error={errorAt(problems, 'invoice_number', t)}
                value={number}
                onChange={(event) => setNumber(event.currentTarget.value)}
              />
            )}
            <NotifyTick mails={preview?.mail_count ?? 0} checked={notify} onChange={setNotify} />
          </>
        );
      }}
    </PaymentActDialog>
  );
}
