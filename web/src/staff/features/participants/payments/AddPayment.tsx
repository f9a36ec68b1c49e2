import { Switch } from '@mantine/core';
import { formatDay, formatMoney } from '@vpisnik/contract/rules/format';
import { paymentLimits } from '@vpisnik/contract/rules/payments';
import { useState } from 'react';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { useControls } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { AmountField, KindField, PurposeField } from './fields.tsx';
import { MailTick } from './MailTick.tsx';
import { inWords, PaymentForm } from './PaymentForm.tsx';
import classes from './payments.module.css';
import { usePaymentCalls } from './queries.ts';
import {
  type ExpectedValues,
  expectedProblemsOf,
  expectedValues,
  expectedWireOf,
  instalmentsOf,
} from './values.ts';

type AddPaymentProps = { participantId: string; currency: string; onClose: () => void };

/** Adds a payment that is expected, or shares an amount into instalments, which are shown before they are made. */
export function AddPayment({ participantId, currency, onClose }: AddPaymentProps) {
  const { t, locale } = useI18n();
  const { add } = usePaymentCalls();
  // the same ones when it is sent again, so that an answer that got lost makes no second payment
  const [ids] = useState(() => Array.from({ length: paymentLimits.instalments }, () => crypto.randomUUID()));
  const form = useEntityForm<ExpectedValues, { version: number; count: number }>({
    initial: null,
    valuesOf: () => expectedValues,
    problemsOf: (values) => expectedProblemsOf(values, locale),
    fieldOf: (path) => path.replace(/^payments\.\d+\./, ''),
    send: async (values) => {
      const payments = expectedWireOf(values, locale).map((one, at) => ({ ...one, id: ids[at] }));
      const { results } = await add(participantId, { payments, notify: values.notify });
      return { version: 1, count: results.length };
    },
  });
  const { values, change } = form;
  const problems = inWords(form.problems, t);
  const { text, control } = useControls({ ...form, problems });
  const save = async () => {
    const made = await form.save();
    if (!made) return;
    notify({
      message: 'modules.payment.added',
      values: { count: made.count },
      act: 'errors.payment.save',
    });
    onClose();
  };
  return (
    <PaymentForm
      title={t('modules.payment.new')}
      submit={t(values.split ? 'modules.payment.add_several' : 'modules.payment.add')}
      act="errors.payment.save"
      dirty={form.dirty}
      saving={form.saving}
      failure={form.failure}
      refusals={form.refusals}
      onSubmit={save}
      onClose={onClose}
    >
      <FieldPair level>
        <AmountField {...text('amount')} currency={currency} />
        <DateInput
          {...control('expiration_date')}
          name="expiration_date"
          clearable={false}
          labelText={t('modules.payment.fields.expiration_date')}
          label={
            values.split ? (
              t('modules.payment.fields.first_day')
            ) : (
              <>
                {t('modules.payment.fields.expiration_date')}
                <Optional />
              </>
            )
          }
          onError={(message) => form.sayTyped('expiration_date', message)}
        />
      </FieldPair>
      <PurposeField {...text('purpose')} />
      <KindField {...control('kind')} />
      <Switch
        label={t('modules.payment.split')}
        checked={values.split}
        onChange={(event) => change({ split: event.currentTarget.checked })}
      />
      {values.split && (
        <>
          <WholeNumberField {...control('instalments')} label={t('modules.payment.fields.instalments')} />
          <ol className={classes.preview} aria-label={t('modules.payment.preview')}>
            {instalmentsOf(values, locale).map(({ amount, expiration_date }) => (
              <li key={expiration_date}>
                <span>{formatDay(expiration_date, locale)}</span>{' '}
                <span className="num">{formatMoney(amount, currency, locale)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      <MailTick
        participantId={participantId}
        mail="payment_request"
        checked={values.notify}
        onChange={(notify) => change({ notify })}
      />
    </PaymentForm>
  );
}
