import { errorText } from '../../lib/form/error-text.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { EmptyState } from './EmptyState.tsx';
import { RetryButton } from './RetryButton.tsx';

type QueryFailedProps = {
  error: unknown;
  onRetry: () => unknown;
};

/** Replaces content that failed to load: the reason, and a button that retries. */
export function QueryFailed({ error, onRetry }: QueryFailedProps) {
  const { t } = useI18n();
  return (
    <EmptyState kind="failed" title={t('ui.query.failed')} actions={<RetryButton onRetry={onRetry} />}>
      {errorText(error, t, 'errors.general.query')}
    </EmptyState>
  );
}
