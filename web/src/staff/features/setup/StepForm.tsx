import { Button, Group } from '@mantine/core';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type ReactNode, useEffect, useState } from 'react';
import { errorText } from '../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { ErrorSummary, type SummaryError } from '../../../ui/form/saving/ErrorSummary.tsx';
import { FormFailure } from '../../../ui/form/saving/FormFailure.tsx';
import { useSummaryFocus } from '../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import classes from './setup.module.css';

type StepFormProps = {
  form: {
    problems: readonly FieldError[];
    refusals: number;
    failure: unknown;
    saving: boolean;
    dirty: boolean;
  };
  errors: readonly SummaryError[];
  /** Error text when saving fails and no field is to blame. */
  failed: MessageKey;
  submit: string;
  children: ReactNode;
  /** Saves; nothing when it was refused. */
  save: () => Promise<unknown>;
  onSaved: () => void;
  onSkip: () => void;
};

/** The form of a step: errors on top, a few fields, and the way on. */
export function StepForm(props: StepFormProps) {
  const { form, errors, failed, submit, children, save, onSaved, onSkip } = props;
  const { t } = useI18n();
  const { refusals, failure, saving, dirty } = form;
  const summary = useSummaryFocus(refusals);
  const [saved, setSaved] = useState(false);
  // Only when nothing is unsaved any more for the guard as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved
  useEffect(() => {
    if (saved) onSaved();
  }, [saved]);
  const submitted = async () => {
    if (!saving && (await save())) setSaved(true);
  };
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submitted();
      }}
    >
      <UnsavedGuard
        dirty={dirty && !saved}
        subject={({ pathname, search }) => `${pathname} ${'step' in search ? search.step : ''}`}
      />
      <ErrorSummary ref={summary} errors={errors} />
      {failure !== null && <FormFailure>{errorText(failure, t, failed)}</FormFailure>}
      {children}
      <Group gap={8} mt={4}>
        <Button type="submit" variant="filled" {...waiting(saving)}>
          {saving ? t('ui.save_bar.saving') : submit}
        </Button>
        <Button {...waiting(saving, onSkip)}>{t('modules.setup.skip')}</Button>
      </Group>
    </form>
  );
}
