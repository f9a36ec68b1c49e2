import { Button } from '@mantine/core';
import { errorText } from '../../lib/form/error-text.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { EmptyState } from './EmptyState.tsx';

type QueryFailedProps = {
  error: unknown;
  onRetry: () => unknown;
};

/** Replaces content that failed to load: the reason, and a button that retries. */
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
