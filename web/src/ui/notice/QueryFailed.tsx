import type { ReactNode } from 'react';
import { errorText } from '../../lib/form/error-text.ts';
import { isGone } from '../../lib/gone.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { EmptyState } from './EmptyState.tsx';
import { RetryButton } from './RetryButton.tsx';

type QueryFailedProps = {
  error: unknown;
  onRetry: () => unknown;
  /** What is said of content that is not there, with a way on; else that the record is gone. */
  gone?: { title: string; text: string; action: ReactNode };
};

/** Replaces content that failed to load: the reason, and a button that retries where that can help. */
export function QueryFailed({ error, onRetry, gone }: QueryFailedProps) {
  const { t } = useI18n();
  const lost = isGone(error) ? gone : undefined;
  return (
    <EmptyState
      kind="failed"
      title={lost?.title ?? t('ui.query.failed')}
      actions={isGone(error) ? lost?.action : <RetryButton onRetry={onRetry} />}
    >
      {lost?.text ?? errorText(error, t, 'errors.general.query')}
    </EmptyState>
  );
}
