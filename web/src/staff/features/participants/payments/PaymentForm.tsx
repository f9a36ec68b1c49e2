import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Problem } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import type { Translate } from '../../../../lib/text/translate.ts';
import { closeOnOwnEscape } from '../../../../ui/dialog/own-escape.ts';
import { isSaveKey } from '../../../../ui/form/saving/save-key.ts';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { waiting } from '../../../../ui/notice/waiting.ts';
import classes from './payments.module.css';
import { PaymentChanged } from './queries.ts';

type PaymentFormProps = {
  title: string;
  submit: string;
  /** What the form's act is called where it fails. */
  act: 'errors.payment.save' | 'errors.payment.status';
  dirty: boolean;
  saving: boolean;
  failure: unknown;
  /** Counts refused saves, after each of which the first wrong field gets the focus. */
  refusals: number;
  danger?: boolean;
  /** Leaves the form; default "Zapri", since "Prekliči" is what is done to payments. */
  cancel?: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A form among a participant's payments: Enter and Ctrl+S save, Escape closes, after asking if something was typed. */
export function PaymentForm(props: PaymentFormProps) {
  const {
    title,
    submit,
    act,
    dirty,
    saving,
    failure,
    refusals,
    danger,
    cancel,
    onSubmit,
    onClose,
    children,
  } = props;
  const { t } = useI18n();
  const box = useRef<HTMLFormElement>(null);
  const closing = useCloseAsking(onClose);
  const { setDirty } = closing;
  useEffect(() => setDirty(dirty), [dirty, setDirty]);
  useEffect(() => box.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  useEffect(() => {
    if (refusals > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const save = () => {
    if (!saving) onSubmit();
  };
  return (
    <form
      ref={box}
      noValidate
      aria-label={title}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (isSaveKey(event)) {
          event.preventDefault();
          // the group's editor around has a form of its own
          event.nativeEvent.stopImmediatePropagation();
          save();
          return;
        }
        // the panel around stays
        closeOnOwnEscape(() => {
          event.stopPropagation();
          closing.ask();
        })(event);
      }}
    >
      <h4>{title}</h4>
      {children}
      {failure !== null && !(failure instanceof PaymentChanged) && (
        <p role="alert" className={classes.failure}>
          {errorText(failure, t, act)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="subtle" {...waiting(saving, closing.ask)}>
          {cancel ?? t('ui.sheet.close')}
        </Button>
        <Button type="submit" variant="filled" {...waiting(saving)} {...(danger && { color: 'error' })}>
          {saving ? t('ui.save_bar.saving') : submit}
        </Button>
      </div>
      {closing.dialog}
    </form>
  );
}

/** Closes a form whose payment is another by now, which needs a new decision. */
export const closeIfChanged = (onClose: () => void) => (error: unknown) => {
  if (!(error instanceof PaymentChanged)) return;
  notify({ message: 'modules.payment.changed', color: 'warning' });
  onClose();
};

const own = [
  'invalid_amount',
  'amount_positive',
  'amount_decimals',
  'amount_too_large',
  'amount_fixed',
  'more_than_whole',
  'payment_not_paid',
  'date_in_future',
  'first_day_required',
  'instalments',
] as const;

/** Problems of payments in words; the texts come with the panel, not with every page. */
export const inWords = (problems: readonly Problem[], t: Translate<MessageKey>): Problem[] =>
  problems.map((problem) => {
    const code = own.find((one) => one === problem.code);
    return code ? { ...problem, message: t(`modules.payment.problems.${code}`) } : problem;
  });
