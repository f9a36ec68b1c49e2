import { Button, type ButtonProps } from '@mantine/core';
import { useI18n } from '../../lib/text/i18n.ts';
import { handFocusUp } from '../focus-return.ts';

type RetryButtonProps = ButtonProps & { onRetry: () => unknown };

/** Asks again for what failed to load. What loads takes its place, so the focus goes to the heading above. */
export function RetryButton({ onRetry, ...look }: RetryButtonProps) {
  const { t } = useI18n();
  return (
    <Button {...look} ref={handFocusUp} onClick={() => onRetry()}>
      {t('ui.query.retry')}
    </Button>
  );
}
