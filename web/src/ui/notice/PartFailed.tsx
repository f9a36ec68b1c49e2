import { errorText } from '../../lib/form/error-text.ts';
import { type MessageKey, useI18n } from '../../lib/text/i18n.ts';
import classes from './PartFailed.module.css';
import { RetryButton } from './RetryButton.tsx';

type PartFailedProps = {
  error: unknown;
  onRetry: () => unknown;
  /** What failed, said where the error has no words of its own. */
  act?: MessageKey;
  /** A small button, beside small text. */
  compact?: boolean;
};

/** Replaces a part of a page, a sheet or a dialog that failed to load: the reason, and a button that retries. */
export function PartFailed({ error, onRetry, act = 'errors.general.query', compact }: PartFailedProps) {
  const { t } = useI18n();
  return (
    <div className={classes.failed}>
      <p role="alert">{errorText(error, t, act)}</p>
      <RetryButton {...(compact && { size: 'compact-sm' })} onRetry={onRetry} />
    </div>
  );
}
