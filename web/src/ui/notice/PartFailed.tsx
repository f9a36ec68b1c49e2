import type { ReactNode } from 'react';
import { errorText } from '../../lib/form/error-text.ts';
import { isGone } from '../../lib/gone.ts';
import { type MessageKey, useI18n } from '../../lib/text/i18n.ts';
import classes from './PartFailed.module.css';
import { RetryButton } from './RetryButton.tsx';

type PartFailedProps = {
  error: unknown;
  onRetry: () => unknown;
  /** What failed, said where the error has no words of its own. */
  act?: MessageKey;
  /** What is said of a part that is not there, with a way on; else that the record is gone. */
  gone?: { text: string; action: ReactNode };
  /** A small button, beside small text. */
  compact?: boolean;
};

/** Replaces a part of a page, a sheet or a dialog that failed to load: the reason, and a button that retries where that can help. */
export function PartFailed({ error, onRetry, act = 'errors.general.query', gone, compact }: PartFailedProps) {
  const { t } = useI18n();
  const lost = isGone(error) ? gone : undefined;
  return (
    <div className={classes.failed}>
      <p role="alert">{lost?.text ?? errorText(error, t, act)}</p>
      {isGone(error) ? (
        lost?.action
      ) : (
        <RetryButton {...(compact && { size: 'compact-sm' })} onRetry={onRetry} />
      )}
    </div>
  );
}
