import { Button } from '@mantine/core';
import { ApiError } from '@vpisnik/contract/kit';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { RetryButton } from '../../../ui/notice/RetryButton.tsx';

type GoneProps = { error: Error; onRestart: () => void; onRetry: () => void };

/** Says that a spreadsheet is not there, which is kept for a week for who brought it, or that it did not load. */
export function Gone({ error, onRestart, onRetry }: GoneProps) {
  const { t } = useI18n();
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      kind="failed"
      title={t(isGone ? 'modules.import.gone_title' : 'ui.query.failed')}
      actions={
        isGone ? (
          <Button onClick={onRestart}>{t('modules.import.another')}</Button>
        ) : (
          <RetryButton onRetry={onRetry} />
        )
      }
    >
      {isGone ? t('modules.import.gone') : errorText(error, t, 'errors.general.query')}
    </EmptyState>
  );
}
