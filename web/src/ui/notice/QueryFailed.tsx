import { Button } from '@mantine/core';
import { errorText } from '../../lib/form/error-text.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { EmptyState } from './EmptyState.tsx';

type QueryFailedProps = {
  error: unknown;
  onRetry: () => unknown;
};

/** What stands in place of something that could not be read: why, and a button that tries again. */
export function QueryFailed({ error, onRetry }: QueryFailedProps) {
  const { t } = useI18n();
  return (
    <EmptyState
      kind="no-results"
      title={t('ui.query.failed')}
      actions={<Button onClick={() => onRetry()}>{t('ui.query.retry')}</Button>}
    >
      {errorText(error, t, 'errors.general.query')}
    </EmptyState>
  );
}
