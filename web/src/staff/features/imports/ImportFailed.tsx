import { Button } from '@mantine/core';
import { useI18n } from '../../../lib/text/i18n.ts';
import { QueryFailed } from '../../../ui/notice/QueryFailed.tsx';

type ImportFailedProps = { error: Error; onRestart: () => void; onRetry: () => unknown };

/** Says that a spreadsheet is not there, which is kept for a week for who brought it, or that it did not load. */
export function ImportFailed({ error, onRestart, onRetry }: ImportFailedProps) {
  const { t } = useI18n();
  return (
    <QueryFailed
      error={error}
      onRetry={onRetry}
      gone={{
        title: t('modules.import.gone_title'),
        text: t('modules.import.gone'),
        action: <Button onClick={onRestart}>{t('modules.import.another')}</Button>,
      }}
    />
  );
}
