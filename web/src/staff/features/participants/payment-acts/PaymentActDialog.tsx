import { Button, Group, Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { PaymentAct } from '@vpisnik/contract/payment-acts';
import type { PaymentActKind } from '@vpisnik/contract/rules/bulk';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { refusedFields } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { useFocusReturn } from '../../../../ui/dialog/use-focus-return.ts';
import { useCloseAsking } from '../../../../ui/form/use-close-asking.tsx';
import { waiting } from '../../../../ui/notice/waiting.ts';
import bulk from '../bulk/bulk.module.css';
import { useAsked } from '../bulk/use-asked.ts';
import type { Wire } from '../choosing/wire.ts';
import type { PaymentFilters } from '../payment-list/address.ts';
import { PaymentDryRun } from './PaymentDryRun.tsx';
import classes from './payment-acts.module.css';
import { usePaymentStart } from './use-payment-start.ts';

/** What each dialog about many payments is given. */
export type ManyProps = { selection: Wire<PaymentFilters>; onClose: () => void; onStarted: () => void };

type PaymentActDialogProps = ManyProps & {
  kind: PaymentActKind;
  /** The act as it was chosen; null while something that it needs is missing or wrong. */
  act: PaymentAct | null;
  /** The act as the dry run asks about it: what it would change does not depend on the rest. */
  asked: PaymentAct;
  isDirty: boolean;
  /** The fields, given whether it was tried and what was refused of them. */
  children: (tried: { isTried: boolean; refused: FieldError[] }) => ReactNode;
};

/** Asks before many payments are changed: how many, what they add up to, which are skipped and why; then begins. */
export function PaymentActDialog(props: PaymentActDialogProps) {
  const { kind, act, asked, isDirty, children, onClose, onStarted } = props;
  const { t } = useI18n();
  const start = usePaymentStart();
  const { selection, total, hasChanged, takeCount } = useAsked(props.selection);
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
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  useFocusReturn();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!act || isBusy) return;
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
  const count = preview.data?.change_count ?? total;
  const isNothing = preview.data?.change_count === 0 && !preview.isPlaceholderData;
  const isLooking = preview.isLoading || preview.isPlaceholderData;
  return (
    <Modal
      opened
      onClose={closing.ask}
      closeOnEscape={false}
      closeOnClickOutside={!isBusy}
      onKeyDown={closeOnOwnEscape(closing.ask)}
      title={t(`modules.payment_acts.acts.${kind}.title`, { count: total })}
      closeButtonProps={{ 'aria-label': t('modules.payment_list.close') }}
      size={480}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className={classes.form}>
        <p className={bulk.remarks}>{t(`modules.payment_acts.acts.${kind}.text`)}</p>
        {hasChanged && (
          <p className={bulk.changed} role="alert">
            {t('modules.payment_acts.changed', { count: total })}
          </p>
        )}
        {children({ isTried, refused: refusedFields(failure) })}
        <PaymentDryRun kind={kind} preview={preview} />
        {isNothing && <p className={bulk.failure}>{t('modules.payment_acts.nothing')}</p>}
        {failure !== null && !isOfFields(failure) && (
          <p className={bulk.failure} role="alert">
            {errorText(failure, t, 'errors.payment.status')}
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
            disabled={isNothing || isLooking}
            {...waiting(isBusy)}
          >
            {t(`modules.payment_acts.acts.${kind}.confirm`, { count })}
          </Button>
        </Group>
      </form>
      {closing.dialog}
    </Modal>
  );
}

/** What is wrong with a field is said beside it. */
const isOfFields = (error: unknown) => error instanceof ApiError && error.code === 'invalid_fields';
