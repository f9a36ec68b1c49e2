import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { closeOnOwnEscape } from '../dialog/own-escape.ts';
import { useFocusReturn } from '../dialog/use-focus-return.ts';
import { waiting } from '../notice/waiting.ts';
import classes from './FormSheet.module.css';
import { ErrorSummary, type SummaryError } from './saving/ErrorSummary.tsx';
import { FormFailure } from './saving/FormFailure.tsx';
import { isSaveKey } from './saving/save-key.ts';
import { useSummaryFocus } from './saving/summary-focus.ts';

type SheetProps = { title: string; children: ReactNode; onClose: () => void };

/** A sheet over the list it belongs to, from the right; the whole screen on a phone. */
export function Sheet({ title, children, onClose }: SheetProps) {
  const { t } = useI18n();
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={closeOnOwnEscape(onClose)}
      position="right"
      size={600}
      padding={0}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.sheet.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Drawer>
  );
}

type SheetFormProps = {
  errors: readonly SummaryError[];
  /** Replaces the count of errors. */
  errorTitle?: string;
  /** Raised with every refused save; the summary then takes the focus. */
  refusals: number;
  /** Why saving failed, where no field is to blame. */
  failure: string | null;
  saving: boolean;
  /** How far saving has come, where it takes long. */
  progress?: string | undefined;
  /** Verb and noun of the button. */
  submit: string;
  /** Default "Prekliči"; where that could be taken for what the form does, what stays. */
  cancel?: string;
  /** Above the fields: a conflict to settle. */
  notice?: ReactNode;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
};

/** The form of a sheet: errors on top, the fields, and the buttons always in sight; Ctrl+S (⌘S) saves. */
export function SheetForm(props: SheetFormProps) {
  const { errors, errorTitle, refusals, failure, saving, progress, submit, cancel, notice, children } = props;
  const { onSubmit, onClose } = props;
  const { t } = useI18n();
  const summary = useSummaryFocus(refusals);
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) onSubmit();
      }}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return;
        event.preventDefault();
        if (!saving) onSubmit();
      }}
    >
      <div className={classes.fields}>
        {notice}
        <ErrorSummary ref={summary} errors={errors} {...(errorTitle && { title: errorTitle })} />
        <FormFailure>{failure}</FormFailure>
        {children}
      </div>
      <div className={classes.foot}>
        <Button {...waiting(saving, onClose)}>{cancel ?? t('ui.confirm.cancel')}</Button>
        <Button type="submit" variant="filled" {...waiting(saving)}>
          {saving ? (progress ?? t('ui.save_bar.saving')) : submit}
        </Button>
      </div>
    </form>
  );
}
