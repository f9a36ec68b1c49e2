import { Button, Group, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { PaymentAct, PaymentActPreview } from '@vpisnik/contract/payment-acts';
import type { PaymentActKind } from '@vpisnik/contract/rules/bulk';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type FormEvent, Fragment, type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import type { ParticipantFilters } from '../address.ts';
import { failureOf } from '../bulk/acts.ts';
import bulk from '../bulk/bulk.module.css';
import { useAsked } from '../bulk/use-asked.ts';
import type { Wire } from '../choosing/wire.ts';
import type { PaymentFilters } from '../payment-list/address.ts';
import { PaymentDryRun } from './PaymentDryRun.tsx';
import classes from './payment-acts.module.css';
import { usePaymentStart } from './use-payment-start.ts';

/** Chosen payments, or participants whose open payments are meant. */
export type PaymentChoice = Wire<PaymentFilters> | { people: Wire };

/** What each dialog about many payments is given. */
export type ManyProps = { selection: PaymentChoice; onClose: () => void; onStarted: () => void };

type PaymentActDialogProps = ManyProps & {
  kind: PaymentActKind;
  /** The act as it was chosen; null while something that it needs is missing or wrong. */
  act: PaymentAct | null;
  /** The act as the dry run asks about it: what it would change does not depend on the rest. */
  asked: PaymentAct;
  isDirty: boolean;
  /** Of chosen participants: the last due day of the payments meant; null: all open ones. */
  dueTo: string | null;
  /** The fields, given whether it was tried, what was refused of them, and what would become of it. */
  children: (tried: Tried) => ReactNode;
};
type Tried = { isTried: boolean; refused: FieldError[]; preview: PaymentActPreview | undefined };

/** Asks before many payments are changed: how many, what they add up to, which are skipped and why; then begins. */
export function PaymentActDialog(props: PaymentActDialogProps) {
  const { kind, act, asked, isDirty, children, onClose, onStarted } = props;
  const isOfPeople = 'people' in props.selection;
  const { t } = useI18n();
  const start = usePaymentStart();
  const [dueTo, setDueTo] = useState(props.dueTo);
  // a day that can't be read must not stand for none
  const [isWrongDay, setWrongDay] = useState(false);
  const given = useAsked<PaymentFilters | ParticipantFilters>(
    'people' in props.selection ? props.selection.people : props.selection,
  );
  const { hasChanged, takeCount } = given;
  const selection = isOfPeople
    ? { people: given.selection as Wire, due_to: dueTo }
    : (given.selection as Wire<PaymentFilters>);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const preview = useQuery({
    ...useApi().payment_acts.preview.options({ body: { selection, act: asked } }),
    placeholderData: keepPreviousData,
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  if (preview.error) takeCount(preview.error);
  const closing = useCloseAsking(onClose);
  const { setDirty } = closing;
  const isChanged = isDirty || dueTo !== props.dueTo;
  useEffect(() => setDirty(isChanged), [isChanged, setDirty]);
  useFocusReturn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!act || isBusy || isWrongDay) return;
    setBusy(true);
    setFailure(null);
    try {
      await start(act, selection);
      onStarted();
    } catch (error) {
      if (!takeCount(error)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  // how many payments people have is not known before
  const total = isOfPeople ? preview.data?.change_count : given.total;
  const count = (kind === 'remind' ? preview.data?.mail_count : preview.data?.change_count) ?? given.total;
  const isNothing = preview.data?.change_count === 0 && !preview.isPlaceholderData;
  // what can't be taken back, and mails, begin with the way out
  const Fields = kind === 'pay' ? FirstField : Fragment;
  const isLooking = preview.isLoading || preview.isPlaceholderData;
  return (
    <Modal
      opened
      onClose={closing.ask}
      closeOnEscape={false}
      closeOnClickOutside={!isBusy}
      onKeyDown={closeOnOwnEscape(closing.ask)}
      title={
        total === undefined || (isOfPeople && total === 0)
          ? t(names[kind])
          : t(`modules.payment_acts.acts.${kind}.title`, { count: total })
      }
      closeButtonProps={{ 'aria-label': t('modules.payment_list.close') }}
      size={480}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
        <p className={bulk.remarks}>{t(`modules.payment_acts.acts.${kind}.text`)}</p>
        {hasChanged && (
          <p className={bulk.changed} role="alert">
            {t(isOfPeople ? 'modules.bulk.ask.changed' : 'modules.payment_acts.changed', {
              count: given.total,
            })}
          </p>
        )}
        <Fields>
          {isOfPeople && (
            <DateInput
              name="due_to"
              label={
                <>
                  {t('modules.payment_acts.due_to')} <Optional />
                </>
              }
              labelText={t('modules.payment_acts.due_to')}
              hint={t('modules.payment_acts.due_to_hint')}
              onError={(message) => setWrongDay(Boolean(message))}
              value={dueTo}
              onChange={setDueTo}
            />
          )}
          {children({ isTried, refused: refusedFields(failure), preview: preview.data })}
        </Fields>
        <PaymentDryRun kind={kind} preview={preview} />
        {isNothing && <p className={bulk.failure}>{t('modules.payment_acts.nothing')}</p>}
        {failure !== null && !isOfFields(failure) && (
          <p className={bulk.failure} role="alert">
            {errorText(failure, t, failureOf(kind))}
          </p>
        )}
        <Group className={bulk.foot} gap={8} mt={8}>
          <Button onClick={closing.ask} disabled={isBusy} data-autofocus>
            {t(`modules.payment_acts.acts.${kind}.leave`)}
          </Button>
          <Button
            type="submit"
            variant="filled"
            {...(kind === 'cancel' && { color: 'error' })}
            disabled={isNothing || isLooking || isWrongDay}
            {...waiting(isBusy)}
          >
            {isNothing || isLooking
              ? t(names[kind])
              : t(`modules.payment_acts.acts.${kind}.confirm`, { count })}
          </Button>
        </Group>
      </form>
      {closing.dialog}
    </Modal>
  );
}

/** The acts as buttons name them. */
const names = {
  pay: 'modules.payment_list.pay',
  cancel: 'modules.payment_acts.cancel_many',
  remind: 'modules.payment_acts.remind_many',
} as const satisfies Record<PaymentActKind, MessageKey>;

/** Problems of a field are said beside it. */
const isOfFields = (error: unknown) => error instanceof ApiError && error.code === 'invalid_fields';
