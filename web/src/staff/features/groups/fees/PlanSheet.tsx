import { Checkbox, Select, TextInput } from '@mantine/core';
import type { GroupFeePlan } from '@vpisnik/contract/fee-plans';
import { feeOccasions, feeRhythms, lateStarts } from '@vpisnik/contract/rules/fee-plan';
import { monthWords } from '@vpisnik/contract/rules/fee-words';
import { paymentKinds } from '@vpisnik/contract/rules/payments';
import { useEffect } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type Problem, useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { useNow } from '../../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { CurrencySign } from '../../../../ui/form/CurrencySign.tsx';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { controlId, errorAt, useControls, useFormWords } from '../../../../ui/form/form-words.ts';
import { More } from '../../../../ui/form/More.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { ConflictNotice } from '../../../../ui/form/saving/ConflictNotice.tsx';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import classes from './fees.module.css';
import { Instalments } from './Instalments.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import {
  type FeeBody,
  type FeeValues,
  monthsToChoose,
  problemsOf,
  type Season,
  valuesOf,
  wireOf,
} from './values.ts';

type PlanSheetProps = {
  groupId: string;
  plan: GroupFeePlan;
  season: Season;
  currency: string;
  onSaved: (plan: GroupFeePlan) => void;
  onClose: () => void;
};

/** The sheet of a group's fee plan; asks before Escape or a tap beside it discards changes. */
export function PlanSheet({ onClose, ...props }: PlanSheetProps) {
  const { t } = useI18n();
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.fees.edit_title')} onClose={closing.ask}>
      <PlanForm {...props} onDirty={closing.setDirty} onClose={closing.ask} />
      {closing.dialog}
    </Sheet>
  );
}

/** Codes that this form says in its own words. */
const own: Record<string, MessageKey> = {
  before_start: 'modules.fees.problems.before_start',
  season_needed: 'modules.fees.problems.season_needed',
  no_month_left: 'modules.fees.problems.no_month_left',
  plan_too_large: 'modules.fees.problems.plan_too_large',
  invalid_amount: 'modules.fees.problems.invalid_amount',
  amount_decimals: 'modules.fees.problems.amount_decimals',
  amount_positive: 'modules.fees.problems.amount_positive',
  amount_too_large: 'modules.fees.problems.amount_too_large',
};

const yearMonths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

type PlanFormProps = PlanSheetProps & { onDirty: (dirty: boolean) => void };

function PlanForm({ groupId, plan, season, currency, onDirty, onSaved, onClose }: PlanFormProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { day: today } = useNow(useTimeZone());
  const form = useEntityForm<FeeValues, GroupFeePlan>({
    initial: plan,
    valuesOf: (row) => valuesOf(row ?? plan, season, locale),
    problemsOf: (values) =>
      problemsOf(values, season, locale).map((problem): Problem => {
        const words = own[problem.code];
        return words ? { ...problem, message: t(words) } : problem;
      }),
    send: (values, _fields, base) =>
      api.fee_plans.update({
        params: { id: groupId },
        body: { ...(wireOf(values, locale) as FeeBody), version: base?.version ?? 0 },
      }),
  });
  // a new plan is worth saving as it is proposed
  const dirty = form.dirty;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const { values, change, problems } = form;
  const { rhythm } = values;
  const fieldName = (field: keyof FeeValues) => t(`modules.fees.fields.${field}`);
  const { summary, describe } = useFormWords(values, fieldName);
  const { text, control } = useControls(form);
  const finish = async (saving: Promise<GroupFeePlan | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    notify({ message: 'modules.fees.saved' });
    onSaved(saved);
  };
  const select = <Field extends 'rhythm' | 'kind' | 'late_start' | 'made_on'>(
    field: Field,
    options: readonly FeeValues[Field][],
    words: (one: FeeValues[Field]) => MessageKey,
  ) => ({
    id: controlId(field),
    label: fieldName(field),
    data: options.map((value) => ({ value: value as string, label: t(words(value)) })),
    value: values[field] as string,
    error: errorAt(problems, field, t),
    allowDeselect: false,
    onChange: (value: string | null) => {
      const chosen = options.find((one) => one === value);
      if (chosen) change({ [field]: chosen } as Partial<FeeValues>);
    },
  });
  const months = monthsToChoose(season, today, [values.first_month, values.last_month]);
  const month = (field: 'first_month' | 'last_month') => ({
    ...control(field),
    data: months.map((value) => ({ value, label: monthWords(value, locale) })),
    searchable: true,
    clearable: field === 'last_month',
    nothingFoundMessage: t('modules.fees.no_month'),
  });
  const isPaid = rhythm !== 'none';
  return (
    <SheetForm
      errors={summary(problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.fees.save') : null}
      saving={form.saving}
      submit={t('modules.fees.save')}
      notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
      onSubmit={() => finish(form.save())}
      onClose={onClose}
    >
      <Select {...select('rhythm', feeRhythms, (one) => `modules.fees.rhythms.${one}`)} data-autofocus />
      {(rhythm === 'once' || rhythm === 'monthly') && (
        <FieldPair>
          <TextInput
            {...text('amount')}
            label={fieldName('amount')}
            inputMode="decimal"
            autoComplete="off"
            className="num"
            rightSection={<CurrencySign currency={currency} />}
            rightSectionWidth={52}
          />
          {rhythm === 'monthly' ? (
            <WholeNumberField {...control('day_of_month')} label={fieldName('day_of_month')} />
          ) : (
            <DateInput
              {...control('due_date')}
              name="due_date"
              label={
                <>
                  {fieldName('due_date')}
                  <Optional />
                </>
              }
              labelText={fieldName('due_date')}
              onError={(message) => form.sayTyped('due_date', message)}
            />
          )}
        </FieldPair>
      )}
      {rhythm === 'monthly' && (
        <>
          <FieldPair>
            <Select {...month('first_month')} label={fieldName('first_month')} />
            <Select
              {...month('last_month')}
              label={
                <>
                  {fieldName('last_month')}
                  <Optional />
                </>
              }
              placeholder={t('modules.fees.hints.endless')}
            />
          </FieldPair>
          <Checkbox.Group
            id={controlId('free_months')}
            tabIndex={-1}
            label={fieldName('free_months')}
            value={values.free_months.map(String)}
            onChange={(chosen) => change({ free_months: chosen.map(Number).sort((a, b) => a - b) })}
            error={errorAt(problems, 'free_months', t)}
          >
            <div className={classes.months}>
              {yearMonths.map((one) => (
                <Checkbox
                  key={one}
                  value={String(one)}
                  label={monthWords(`2026-${String(one).padStart(2, '0')}`, locale).replace(' 2026', '')}
                />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
      {rhythm === 'instalments' && <Instalments form={form} currency={currency} />}
      {isPaid && (
        <>
          <FieldPair>
            <TextInput
              {...text('joining_fee')}
              label={
                <>
                  {fieldName('joining_fee')}
                  <Optional />
                </>
              }
              description={t('modules.fees.hints.joining_fee')}
              inputMode="decimal"
              autoComplete="off"
              className="num"
              rightSection={<CurrencySign currency={currency} />}
              rightSectionWidth={52}
            />
            <Select
              {...select('late_start', lateStarts, (one) => `modules.fees.late_starts.${one}`)}
              description={t('modules.fees.hints.late_start')}
            />
          </FieldPair>
          <Select
            {...select('made_on', feeOccasions, (one) => `modules.fees.occasions.${one}`)}
            description={t('modules.fees.hints.made_on')}
          />
          <More failed={problems.some(({ path }) => ['days_after', 'days_ahead', 'kind'].includes(path))}>
            <WholeNumberField
              {...control('days_after')}
              label={fieldName('days_after')}
              description={t('modules.fees.hints.days_after')}
            />
            {rhythm === 'monthly' && (
              <WholeNumberField
                {...control('days_ahead')}
                label={fieldName('days_ahead')}
                description={t('modules.fees.hints.days_ahead')}
              />
            )}
            <Select {...select('kind', paymentKinds, (one) => `modules.fees.kinds.${one}`)} />
          </More>
          <PlanPreview values={values} season={season} currency={currency} />
        </>
      )}
    </SheetForm>
  );
}
