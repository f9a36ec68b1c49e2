import { Button, Checkbox, Group, Modal, Radio, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { withoutPayments } from '@vpisnik/contract/bulk-jobs';
import { ApiError } from '@vpisnik/contract/kit';
import { limits } from '@vpisnik/contract/rules/limits';
import { type FormEvent, useEffect, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { type Problem, useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { FieldPair } from '../../../../ui/form/FormSection.tsx';
import { useControls } from '../../../../ui/form/form-words.ts';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import bulk from '../bulk/bulk.module.css';
import { DryRun } from '../bulk/DryRun.tsx';
import { useAsked } from '../bulk/use-asked.ts';
import { useStart } from '../bulk/use-start.ts';
import type { Wire } from '../choosing/wire.ts';
import { NotifyTick } from '../payment-acts/NotifyTick.tsx';
import { AmountField, KindField, PurposeField } from '../payments/fields.tsx';
import { inWords } from '../payments/PaymentForm.tsx';
import classes from './bulk-payments.module.css';
import { type EachValues, eachActOf, eachProblemsOf, eachValues, priceChoices } from './values.ts';

type PaymentsDialogProps = { selection: Wire; onClose: () => void; onStarted: () => void };

/** Adds the same payment to many: how many there will be, what they add up to and who is skipped is told before. */
export function PaymentsDialog({ selection: given, onClose, onStarted }: PaymentsDialogProps) {
  const { t, locale } = useI18n();
  const start = useStart();
  const currency = useSession().organization?.currency ?? 'EUR';
  const { selection, total, hasChanged, takeCount } = useAsked(given);
  const form = useEntityForm<EachValues, { version: number }>({
    initial: null,
    valuesOf: () => eachValues,
    problemsOf: (values) => eachProblemsOf(values, locale),
    fieldOf: (path) => path.replace(/^price\./, ''),
    send: async (values) => {
      const act = eachActOf(values, locale);
      if (act) await start(act, selection);
      return { version: 1 };
    },
    onFailed: takeCount,
  });
  const { values, change, failure, refusals } = form;
  const { preview, isCurrent } = useDryRun(values, selection);
  if (preview.error) takeCount(preview.error);
  const controls = useControls({
    ...form,
    problems: inWords(form.problems, t).map((problem) => wordedPercent(problem, t)),
  });
  // another form of payments may be open in the panel behind
  const own = <Props extends { id: string }>(props: Props) => ({ ...props, id: `bulk-${props.id}` });
  const closing = useCloseAsking(onClose);
  const { setDirty } = closing;
  useEffect(() => setDirty(form.dirty), [form.dirty, setDirty]);
  useFocusReturn();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!form.saving && (await form.save())) onStarted();
  };
  const count = preview.data?.change_count ?? 0;
  const isNothing = isCurrent && preview.data !== undefined && count === 0;
  const isCountNews = failure instanceof ApiError && failure.code === 'selection_changed';
  return (
    <Modal
      opened
      onClose={closing.ask}
      closeOnEscape={false}
      closeOnClickOutside={!form.saving}
      onKeyDown={closeOnOwnEscape(closing.ask)}
      title={t('modules.bulk_payment.title', { count: total })}
      closeButtonProps={{ 'aria-label': t('modules.bulk.result.close') }}
      size={560}
    >
      <form ref={box} onSubmit={submit} noValidate className={classes.form}>
        <p className={bulk.remarks}>{t('modules.bulk_payment.text')}</p>
        {hasChanged && (
          <p className={bulk.changed} role="alert">
            {t('modules.bulk.ask.changed', { count: total })}
          </p>
        )}
        <Radio.Group
          label={t('modules.bulk_payment.price')}
          value={values.by}
          onChange={(by) => change({ by: priceChoices.find((one) => one === by) ?? values.by })}
        >
          <Group gap="8px 20px" mt={6}>
            {priceChoices.map((by) => (
              <Radio key={by} value={by} label={t(`modules.bulk_payment.by.${by}`)} />
            ))}
          </Group>
        </Radio.Group>
        {values.by !== 'amount' && <p className={bulk.remarks}>{t('modules.bulk_payment.group_price')}</p>}
        <FieldPair level>
          {values.by === 'amount' && (
            <AmountField
              {...own(controls.text('amount'))}
              label={t('modules.bulk_payment.amount')}
              currency={currency}
              data-autofocus
            />
          )}
          {values.by === 'percent' && (
            <TextInput
              {...own(controls.text('percent'))}
              label={t('modules.bulk_payment.percent')}
              inputMode="decimal"
              autoComplete="off"
              rightSection={<span aria-hidden>%</span>}
            />
          )}
          <DateInput
            {...own(controls.control('expiration_date'))}
            name="expiration_date"
            labelText={t('modules.payment.fields.expiration_date')}
            label={
              <>
                {t('modules.payment.fields.expiration_date')}
                <Optional />
              </>
            }
            onError={(message) => form.sayTyped('expiration_date', message)}
          />
        </FieldPair>
        <PurposeField {...own(controls.text('purpose'))} label={t('modules.payment.fields.purpose')} />
        <KindField {...own(controls.control('payment_kind'))} />
        <Textarea
          {...own(controls.text('notes'))}
          label={
            <>
              {t('modules.payment.fields.notes')}
              <Optional />
            </>
          }
          rows={2}
          maxLength={limits.notes}
        />
        {preview.isEnabled && <DryRun act="payments" preview={preview} />}
        <NotifyTick
          mails={preview.data?.request_count ?? 0}
          checked={values.notify}
          onChange={(notify) => change({ notify })}
        />
        <Ticks values={values} reasons={reasonsOf(preview.data)} onChange={change} />
        {isNothing && <p className={bulk.failure}>{t('modules.bulk.ask.nothing')}</p>}
        {failure !== null && !isCountNews && (
          <p className={bulk.failure} role="alert">
            {errorText(failure, t, 'errors.bulk_payment.save')}
          </p>
        )}
        <Group className={bulk.foot} gap={8} mt={8}>
          <Button onClick={closing.ask} disabled={form.saving}>
            {t('ui.confirm.cancel')}
          </Button>
          <Button type="submit" variant="filled" disabled={isNothing} {...waiting(form.saving)}>
            {isCurrent && count > 0
              ? t('modules.bulk_payment.confirm', { count })
              : t('modules.bulk.short.payments')}
          </Button>
        </Group>
      </form>
      {closing.dialog}
    </Modal>
  );
}

/** The problem of a percentage in words. */
function wordedPercent(problem: Problem, t: ReturnType<typeof useI18n>['t']): Problem {
  const { path, code } = problem;
  if (path !== 'percent' || code === 'required') return problem;
  const word = code === 'above_hundred' ? code : 'invalid_percent';
  return { ...problem, message: t(`modules.bulk_payment.problems.${word}`) };
}

/** Milliseconds after the last key until the entry is checked. */
const PAUSE = 500;

/** What would be added with the values so far, and whether that is about them as they stand. */
function useDryRun(values: EachValues, selection: Wire) {
  const { by, amount: typed, percent: part, purpose: named, same_purpose, include } = values;
  const api = useApi();
  const { locale } = useI18n();
  const [amount] = useDebouncedValue(typed, PAUSE);
  const [percent] = useDebouncedValue(part, PAUSE);
  const [purpose] = useDebouncedValue(named, PAUSE);
  // nothing else changes who gets one, and what all add up to
  const act = eachActOf({ ...eachValues, by, amount, percent, purpose, same_purpose, include }, locale);
  const preview = useQuery({
    ...api.bulk_jobs.preview.options({ body: { selection, act: act ?? { kind: 'delete' } } }),
    enabled: act !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return {
    preview,
    isCurrent:
      act !== null && amount === typed && percent === part && purpose === named && !preview.isPlaceholderData,
  };
}

const reasonsOf = (data: { skipped: { reason: string }[] } | undefined) =>
  (data?.skipped ?? []).map(({ reason }) => reason);

type TicksProps = {
  values: EachValues;
  /** Why some are skipped. */
  reasons: readonly string[];
  onChange: (some: Partial<EachValues>) => void;
};

/** Whom of those who are skipped it is added to all the same. */
function Ticks({ values: { include, same_purpose }, reasons, onChange }: TicksProps) {
  const { t } = useI18n();
  return (
    <>
      {withoutPayments
        .filter((status) => include.includes(status) || reasons.includes(status))
        .map((status) => (
          <Checkbox
            key={status}
            label={t(`modules.bulk_payment.include.${status}`)}
            checked={include.includes(status)}
            onChange={(event) => {
              const others = include.filter((one) => one !== status);
              onChange({ include: event.currentTarget.checked ? [...others, status] : others });
            }}
          />
        ))}
      {(same_purpose === 'add' || reasons.includes('same_purpose')) && (
        <Checkbox
          label={t('modules.bulk_payment.same')}
          checked={same_purpose === 'add'}
          onChange={(event) => onChange({ same_purpose: event.currentTarget.checked ? 'add' : 'skip' })}
        />
      )}
    </>
  );
}
