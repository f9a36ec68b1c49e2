import { Button, Group, Modal } from '@mantine/core';
import type { FieldError } from '@vpisnik/contract/errors';
import { type ReactNode, useEffect, useRef } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import classes from './dialog.module.css';
import { controlId, problemText } from './person-form.ts';

type PersonDialogProps = {
  title: string;
  /** Verb and noun of the button. */
  submit: string;
  saving: boolean;
  dirty: boolean;
  problems: readonly FieldError[];
  /** Why saving failed, where no field is to blame. */
  failure: string | null;
  /** Raised with every refused submit; the summary then takes the focus. */
  refusals: number;
  /** What a field is called, for the summary; where it isn't one of a person's own. */
  questionName?: (path: string) => string | undefined;
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
};

const personFields = ['group_id', 'name', 'email', 'phone', 'language', 'notes'] as const;

/** A form in a dialog: errors on top and at the field; nothing typed is lost by a click beside it. */
export function PersonDialog(props: PersonDialogProps) {
  const { title, submit, saving, dirty, problems, failure, refusals, questionName, children } = props;
  const { onSubmit, onClose } = props;
  const { t } = useI18n();
  const nameOf = (path: string) => {
    const field = personFields.find((one) => one === path);
    if (field) return t(`modules.participant.fields.${field}`);
    return questionName?.(path) ?? t('modules.participant.fields.answers');
  };
  const summary = useRef<{ focus: () => void }>(null);
  useEffect(() => {
    if (refusals > 0) summary.current?.focus();
  }, [refusals]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={!dirty && !saving}
      closeOnEscape={!dirty && !saving}
      closeButtonProps={{ 'aria-label': t('ui.confirm.cancel') }}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog is drawn elsewhere, but its events still reach the forms around it.
          event.stopPropagation();
          if (!saving) onSubmit();
        }}
      >
        <ErrorSummary
          ref={summary}
          errors={problems.map((problem) => ({
            id: controlId(problem.path),
            message: `${nameOf(problem.path)}: ${problemText(problem, t)}`,
          }))}
        />
        {failure && (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        )}
        {children}
        <Group gap={8} justify="flex-end">
          <Button onClick={onClose} disabled={saving}>
            {t('ui.confirm.cancel')}
          </Button>
          <Button type="submit" variant="filled" disabled={saving}>
            {saving ? t('ui.save_bar.saving') : submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
