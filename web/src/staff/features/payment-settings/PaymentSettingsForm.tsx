import { Button, Select, TextInput } from '@mantine/core';
import type { Organization } from '@vpisnik/contract/organizations';
import type { PaymentSettings } from '@vpisnik/contract/payment-settings';
import { plainIban, writtenIban } from '@vpisnik/contract/rules/ibans';
import { limits } from '@vpisnik/contract/rules/limits';
import { referenceModels } from '@vpisnik/contract/rules/references';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { type Problem, useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { More } from '../../../ui/form/More.tsx';
import { Optional } from '../../../ui/form/Optional.tsx';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { ErrorSummary } from '../../../ui/form/saving/ErrorSummary.tsx';
import { FormFailure } from '../../../ui/form/saving/FormFailure.tsx';
import { useSummaryFocus } from '../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { waiting } from '../../../ui/notice/waiting.ts';
import { PaymentMailFields } from './PaymentMailFields.tsx';
import classes from './payment-settings.module.css';
import { useRememberSettings } from './queries.ts';
import {
  changesAccount,
  type PaymentSettingsValues,
  problemsOf,
  saveSettings,
  valuesOf,
  withAccount,
} from './values.ts';

/** Codes that this form alone words; others have their sentence in the catalogue. */
const ownWords = [
  'invalid_iban',
  'iban_mistyped',
  'invalid_bic',
  'invalid_purpose_code',
  'foreign_account',
  'not_later',
] as const;

const folded: readonly string[] = ['purpose_code', 'reference_model', 'statement_months'];

/** Months that are offered; another number that is saved stays to be chosen. */
const offeredMonths: readonly number[] = [3, 6, 13, 24, 36, 60, 120];

type PaymentSettingsFormProps = { settings: PaymentSettings | null; organization: Organization };

/** The account that payers are told; another one is asked about before it is saved. */
export function PaymentSettingsForm({ settings, organization }: PaymentSettingsFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberSettings();
  const [asking, ask] = useState(false);
  const entity = useEntityForm<PaymentSettingsValues, PaymentSettings>({
    initial: settings,
    valuesOf: (row) => valuesOf(row, organization),
    problemsOf,
    send: (values, _fields, row) => saveSettings(api, values, row),
  });
  const worded = (problem: Problem): Problem => {
    const own = ownWords.find((code) => code === problem.code);
    return own ? { ...problem, message: t(`modules.payment_settings.wrong.${own}`) } : problem;
  };
  const form = { ...entity, problems: entity.problems.map(worded) };
  const { values, row } = form;
  const { summary, describe } = useFormWords(values, (field) =>
    t(`modules.payment_settings.fields.${field}`),
  );
  const { text, control } = useControls(form);
  const head = useSummaryFocus(form.refusals);

  const finish = async (saving: Promise<PaymentSettings | undefined>) => {
    const saved = await saving;
    ask(false);
    if (!saved) return;
    remember(saved);
    notify({ message: 'modules.payment_settings.saved', act: 'modules.payment_settings.failed' });
  };
  const submit = () => {
    if (changesAccount(row, form.latest()) && form.validate()) ask(true);
    else finish(form.save());
  };
  const months = [...new Set([...offeredMonths, values.statement_months])].toSorted((a, b) => a - b);
  const line = (field: 'recipient' | 'street' | 'town') => ({
    ...text(field),
    label: t(`modules.payment_settings.fields.${field}`),
    maxLength: limits.slipLine,
    autoComplete: 'off',
  });
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.saving) submit();
      }}
    >
      <UnsavedGuard dirty={form.dirty} />
      <ConflictNotice form={form} describe={describe} finish={finish} />
      <ErrorSummary ref={head} errors={summary(form.problems)} />
      {form.failure !== null && (
        <FormFailure>{errorText(form.failure, t, 'modules.payment_settings.failed')}</FormFailure>
      )}
      <TextInput {...line('recipient')} description={t('modules.payment_settings.recipient_hint')} />
      <FieldPair>
        <TextInput {...line('street')} />
        <TextInput {...line('town')} placeholder={t('modules.payment_settings.town_example')} />
      </FieldPair>
      <FieldPair>
        <TextInput
          {...text('iban')}
          label={t('modules.payment_settings.fields.iban')}
          placeholder="SI56 …"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          classNames={{ input: 'num' }}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            form.change((now) => withAccount(now, typed));
          }}
        />
        <TextInput
          {...text('bic')}
          label={
            <>
              {t('modules.payment_settings.fields.bic')} <Optional />
            </>
          }
          description={t('modules.payment_settings.bic_hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </FieldPair>
      <TextInput
        {...text('purpose')}
        label={
          <>
            {t('modules.payment_settings.fields.purpose')} <Optional />
          </>
        }
        description={t('modules.payment_settings.purpose_hint')}
        maxLength={limits.slipPurpose}
        autoComplete="off"
      />
      <More failed={form.problems.some(({ path }) => folded.includes(path))}>
        <div className={classes.fields}>
          <FieldPair>
            <TextInput
              {...text('purpose_code')}
              label={t('modules.payment_settings.fields.purpose_code')}
              description={t('modules.payment_settings.purpose_code_hint')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={4}
            />
            <Select
              {...control('reference_model')}
              label={t('modules.payment_settings.fields.reference_model')}
              description={t('modules.payment_settings.reference_model_hint')}
              data={referenceModels.map((value) => ({
                value,
                label: t(`modules.payment_settings.models.${value}`),
              }))}
              onChange={(value) => form.change({ reference_model: value === 'RF' ? 'RF' : 'SI12' })}
              allowDeselect={false}
            />
          </FieldPair>
          <Select
            {...control('statement_months')}
            label={t('modules.payment_settings.fields.statement_months')}
            description={t('modules.payment_settings.statement_months_hint')}
            data={months.map((count) => ({
              value: String(count),
              label: t('modules.payment_settings.months', { count }),
            }))}
            value={String(values.statement_months)}
            onChange={(chosen) => chosen && form.change({ statement_months: Number(chosen) })}
            allowDeselect={false}
          />
        </div>
      </More>
      <PaymentMailFields form={form} />
      <div className={classes.foot}>
        <Button type="submit" variant="filled" {...waiting(form.saving)}>
          {t(form.saving ? 'ui.save_bar.saving' : 'modules.payment_settings.submit')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('modules.payment_settings.change.title')}
        confirm={t('modules.payment_settings.change.confirm')}
        busy={form.saving}
        onConfirm={() => finish(form.save())}
        onCancel={() => ask(false)}
      >
        <dl className={classes.change}>
          <div>
            <dt>{t('modules.payment_settings.change.from')}</dt>
            <dd className="num">{row && writtenIban(row.iban)}</dd>
          </div>
          <div>
            <dt>{t('modules.payment_settings.change.to')}</dt>
            <dd className="num">{writtenIban(plainIban(values.iban))}</dd>
          </div>
        </dl>
        <p>{t('modules.payment_settings.change.text')}</p>
      </ConfirmDialog>
    </form>
  );
}
