import { Button, Progress } from '@mantine/core';
import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { RetryButton } from '../../notice/RetryButton.tsx';
import classes from './Upload.module.css';

type UploadFailedProps = {
  id?: string;
  /** The name of the file, where it was one of this device's. */
  file?: string | undefined;
  /** Why the file was not taken. */
  children: ReactNode;
  /** Sends the same file again, where that can help. */
  onAgain?: (() => void) | null | undefined;
};

/** Says why a file was not taken. */
export function UploadFailed({ id, file, children, onAgain }: UploadFailedProps) {
  return (
    <div className={classes.error} role="alert" id={id}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      <span>
        {file && <b>{file}</b>}
        <span>{children}</span>
      </span>
      {onAgain && (
        <RetryButton leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} onRetry={onAgain} />
      )}
    </div>
  );
}

type UploadProgressProps = {
  /** How much of the file is sent, from 0 to 1; null before it begins and while the server reads. */
  sent: number | null;
  /** What happens now, in words. */
  children: ReactNode;
  onStop?: () => void;
};

/** How far a file has come, in place of the box that takes one. */
export function UploadProgress({ sent, children, onStop }: UploadProgressProps) {
  const { t } = useI18n();
  const id = useId();
  return (
    <div className={classes.busy}>
      <p id={id} role="status">
        {children}
      </p>
      <Progress
        value={sent === null ? 100 : Math.round(sent * 100)}
        animated={sent === null}
        aria-labelledby={id}
      />
      {onStop && <Button onClick={onStop}>{t('ui.confirm.cancel')}</Button>}
    </div>
  );
}
