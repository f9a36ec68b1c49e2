import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '@vpisnik/contract/kit';
import type { ReactNode } from 'react';
import { errorText } from '../../../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import classes from './bulk.module.css';

type DryRunLinesProps<Preview> = {
  preview: UseQueryResult<Preview>;
  /** Accessible name while it is counted, and the text of a failure. */
  counting: MessageKey;
  failure: MessageKey;
  children: (preview: Preview) => ReactNode;
};

/** The lines of a dry run, or why there are none. */
export function DryRunLines<Preview>({ preview, counting, failure, children }: DryRunLinesProps<Preview>) {
  const { t } = useI18n();
  const { data, error, isLoading } = preview;
  if (isLoading)
    return (
      <div role="status" aria-label={t(counting)} className={classes.lines}>
        <Skeleton height={64} />
      </div>
    );
  // asked again with the new number at once
  const isAskedAgain =
    error instanceof ApiError && error.code === 'selection_changed' && error.problem?.count;
  if (error && !isAskedAgain)
    return (
      <p className={classes.failure} role="alert">
        {errorText(error, t, failure)}
      </p>
    );
  return (
    data && (
      <ul className={classes.lines} aria-live="polite">
        {children(data)}
      </ul>
    )
  );
}
